#include "ops/run/resolver.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "history/filters.hpp"
#include "ops/nodes/likeness.hpp"
#include "ops/nodes/one_node.hpp"
#include "ops/run/merge_sides.hpp"
#include "ops/run/tombstones.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::ops {

namespace {

// A person put something else there than git did.
bool is_settled_by_hand(const history::Unmerged& file, const std::optional<std::string>& now) {
  return now && now != file.ours && now != file.theirs && now != file.base &&
         !has_markers_of_git(file, *now);
}

bool is_note(const std::string& path) {
  return workspace::is_memory_file(path) && workspace::kind_of_path(path) == format::Kind::kNote;
}

// The name that holds where two are as good.
bool is_better_name(const std::string& a, const std::string& b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

}  // namespace

Resolver::Resolver(Services& services, const workspace::Workspace& workspace, Time newer,
                   std::vector<SyncStep>& told)
    : services_(services),
      workspace_(workspace),
      store_(services.files, workspace.root),
      day_(date_of(newer)),
      told_(told) {}

Status Resolver::resolve(const history::Unmerged& file) {
  const std::string name = file_meant(services_.files, workspace_, file.path);
  if (name != file.path || is_folder(services_.files, workspace_, name)) {
    return put_into_folder(file, name);
  }
  resolved_.files.push_back(file.path);
  const std::optional<std::string> now = on_disk(file.path);
  if (is_settled_by_hand(file, now)) return {};
  const bool deleted = file.ours.has_value() != file.theirs.has_value();
  if (deleted && was_forgotten(file)) {
    remove(file.path, now);
    return {};
  }
  if (deleted && file.base) {
    PYRAMID_ASSIGN(const bool renamed, follow_rename(file, now));
    if (renamed) return {};
  }
  PYRAMID_ASSIGN(const std::optional<std::string> base, base_of(file));
  write(file.path, now,
        merge::merge_file(
            {file.path, view_of(base), view_of(file.ours), view_of(file.theirs), day_}));
  return {};
}

// Also of a node that both moved to this place.
Result<std::optional<std::string>> Resolver::base_of(const history::Unmerged& file) const {
  if (file.base || !file.ours || !file.theirs) return file.base;
  const std::optional<Ulid> id = id_in(*file.ours, file.path);
  if (!id || id_in(*file.theirs, file.path) != id) return file.base;
  PYRAMID_ASSIGN(const auto common,
                 history::common_file_with(workspace_.root, "id: " + to_string(*id)));
  if (!common || id_in(common->bytes, common->path) != id) return file.base;
  return std::optional(with_links_of(common->bytes, common->path, file.path));
}

Result<Resolver::Resolved> Resolver::finish() {
  PYRAMID_ASSIGN(const workspace::Store::Report stored, store_.commit());
  if (!stored.changed_meanwhile.empty()) {
    return fail(ErrorKind::kConflict, "changed while it was merged",
                stored.changed_meanwhile.front(), "sync again");
  }
  return std::move(resolved_);
}

std::optional<std::string> Resolver::on_disk(const std::string& path) const {
  Result<std::string> bytes = services_.files.read(workspace_.absolute(path));
  if (!bytes) return std::nullopt;
  return *std::move(bytes);
}

// The tombstone came with the merge, or was here.
bool Resolver::was_forgotten(const history::Unmerged& file) {
  const std::optional<Ulid> id = id_in(file.ours ? *file.ours : *file.theirs, file.path);
  if (!id || id->is_zero() || !is_forgotten(services_.files, workspace_, *id)) return false;
  tell(file.path, "one machine forgot it and another changed it: it is gone on both; " +
                      how_to_have_back(*id));
  return true;
}

void Resolver::tell(const std::string& path, std::string reason) {
  told_.push_back({"merge", path, std::move(reason)});
}

void Resolver::write(const std::string& path, const std::optional<std::string>& now,
                     merge::Merged merged) {
  for (std::string& one : merged.told) tell(path, std::move(one));
  if (merged.bytes == now) return;
  if (!merged.bytes) return remove(path, now);
  store_.put(path, *std::move(merged.bytes), now ? std::optional(digest_of(*now)) : std::nullopt);
}

void Resolver::remove(const std::string& path, const std::optional<std::string>& now) {
  if (now) store_.remove(path, digest_of(*now));
}

Result<std::optional<Resolver::Found>> Resolver::new_place(const history::Unmerged& file) {
  const std::optional<Ulid> id = id_in(*file.base, file.path);
  if (!id) {
    if (!put_in_) {
      PYRAMID_ASSIGN(put_in_, history::files_put_in(workspace_.root));
    }
    return most_like(*file.base, file.ours ? put_in_->theirs : put_in_->ours);
  }
  PYRAMID_ASSIGN(const std::vector<std::string> places,
                 history::files_with(workspace_.root, to_string(*id)));
  for (const std::string& place : places) {
    std::optional<std::string> there = on_disk(place);
    if (place == file.path || !there || id_in(*there, place) != id) continue;
    return std::optional(Found{place, *std::move(there)});
  }
  return std::optional<Found>();
}

Result<bool> Resolver::follow_rename(const history::Unmerged& file,
                                     const std::optional<std::string>& now) {
  PYRAMID_ASSIGN(const std::optional<Found> moved, new_place(file));
  if (!moved) return false;
  const std::optional<std::string>& changed = file.ours ? file.ours : file.theirs;
  write(moved->path, moved->bytes,
        merge::merge_file({moved->path, view_of(file.base), view_of(changed),
                           std::string_view(moved->bytes), day_}));
  remove(file.path, now);
  resolved_.files.push_back(moved->path);
  return true;
}

Status Resolver::put_into_folder(const history::Unmerged& file, const std::string& name) {
  resolved_.names.push_back(file.path);
  const std::optional<std::string>& side = file.ours ? file.ours : file.theirs;
  if (!side) return {};
  const std::optional<std::string> now = on_disk(file.path);
  const std::string bytes = is_settled_by_hand(file, now) ? *now : *side;
  remove(file.path, now);
  if (file.path == name) remove_laid_beside(name, bytes);
  history::Unmerged meant = file;
  meant.path = name;
  if (was_forgotten(meant)) return {};
  if (meant.base) {
    PYRAMID_ASSIGN(const bool renamed, follow_rename(meant, std::nullopt));
    if (renamed) return {};
  }
  const std::string place = place_in_folder(name);
  store_.put(place, with_links_of(bytes, name, place), std::nullopt);
  resolved_.files.push_back(place);
  tell(place,
       "one machine made a folder of its name, and another changed it: it is in that folder");
  return {};
}

std::string Resolver::place_in_folder(const std::string& name) const {
  const std::string file(path::name(name));
  const std::size_t dot = std::min(file.rfind('.'), file.size());
  std::string place = path::join(name, file);
  for (int number = 2; services_.files.stat(workspace_.absolute(place)); ++number) {
    place = path::join(name, file.substr(0, dot) + "-" + std::to_string(number) + file.substr(dot));
  }
  return place;
}

// What git put there under a name of its own, as it could not take the file's: "x.md~HEAD".
void Resolver::remove_laid_beside(const std::string& name, const std::string& bytes) {
  const std::string folder(path::directory(name));
  const auto entries = services_.files.list(workspace_.absolute(folder));
  if (!entries) return;
  for (const DirectoryEntry& entry : *entries) {
    if (!entry.name.starts_with(std::string(path::name(name)) + "~")) continue;
    const std::string beside = path::join(folder, entry.name);
    const std::optional<std::string> now = on_disk(beside);
    if (now == bytes) remove(beside, now);
  }
}

std::optional<Resolver::Found> Resolver::most_like(const std::string& note,
                                                   const std::vector<std::string>& added) const {
  std::optional<Found> best;
  double most = kRenamed;
  for (const std::string& path : added) {  // of two that are as good the first
    if (!workspace::is_memory_file(path)) continue;
    std::optional<std::string> bytes = on_disk(path);
    if (!bytes || id_in(*bytes, path)) continue;
    const double like = likeness(note, *bytes);
    if (like < most || (best && like == most)) continue;
    most = like;
    best = Found{path, *std::move(bytes)};
  }
  return best;
}

void Resolver::unite(const std::string& from, const std::string& before, const Found& ours,
                     const Found& theirs) {
  const bool first = is_better_name(ours.path, theirs.path);
  const Found &stays = first ? ours : theirs, &goes = first ? theirs : ours;
  const std::string base = with_links_of(before, from, stays.path);
  const std::string there = with_links_of(goes.bytes, goes.path, stays.path);
  write(stays.path, stays.bytes,
        merge::merge_file({stays.path, std::string_view(base), std::string_view(stays.bytes),
                           std::string_view(there), day_}));
  remove(goes.path, goes.bytes);
  tell(stays.path, "moved apart on two machines, also to " + goes.path + ", which is gone");
  resolved_.files.insert(resolved_.files.end(), {stays.path, goes.path});
}

Status Resolver::unite_moved_notes() {
  PYRAMID_ASSIGN(history::Exchange exchange, history::read_exchange(workspace_.root));
  for (const std::string& from : exchange.gone) {
    if (!is_note(from)) continue;
    const auto before = history::checked_out_at(workspace_.root, exchange.base, from);
    if (!before || id_in(*before, from)) continue;
    const auto ours = most_like(*before, exchange.put_in.ours);
    const auto theirs = most_like(*before, exchange.put_in.theirs);
    if (!ours || !theirs || ours->path == theirs->path) continue;
    if (ours->bytes != *before && theirs->bytes != *before) {  // each may be another note by now
      tell(ours->path,
           "two machines moved and changed " + from + ": it is here and at " + theirs->path);
      continue;
    }
    unite(from, *before, *ours, *theirs);
    std::erase(exchange.put_in.ours, ours->path);
    std::erase(exchange.put_in.theirs, theirs->path);
  }
  return {};
}

}  // namespace pyramid::ops
