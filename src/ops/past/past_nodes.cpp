#include "ops/past/past_nodes.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "format/markdown.hpp"
#include "history/repository.hpp"
#include "ops/nodes/commit_changes.hpp"
#include "ops/nodes/likeness.hpp"
#include "ops/why/why_target.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

namespace pyramid::ops {

namespace {

using history::PastChange;
using history::PastCommit;
using history::PastSide;

// Shorter words than this are no beginning of an id that somebody would mean.
constexpr std::size_t kLeastPastIdLength = 6;
// So often nobody renames a note.
constexpr std::size_t kMostNames = 100;

// Zero for a file without an id, and for what is none.
Result<Ulid> id_of(history::Past& past, const std::string& path, const std::string& blob) {
  if (!workspace::is_memory_file(path)) return Ulid{};
  PYRAMID_ASSIGN(const std::string bytes, past.read(blob));
  const Result<format::Node> node = format::read_node(bytes, path);
  return node ? node->id : Ulid{};
}

// How much two blobs are alike, 0 to 1.
Result<double> likeness_of(history::Past& past, const std::string& before,
                           const std::string& after) {
  if (before == after) return 1.0;
  PYRAMID_ASSIGN(const std::string was, past.read(before));
  PYRAMID_ASSIGN(const std::string is, past.read(after));
  return likeness(was, is);
}

// What a person may mean that is gone.
struct Said {
  std::vector<std::string> paths;
  std::string id;  // "" = it can be none

  explicit Said(const std::string& path) : paths{path} {}
  Said(const workspace::Workspace& workspace, const WhyOptions& options) {
    const std::string root = path::normalize(path::join(options.folder, workspace.root)) + "/";
    for (const std::string& what : {options.what, format::percent_decoded(options.what)}) {
      paths.push_back(path::normalize(what));
      const std::string below = path::normalize(path::join(options.folder, what));
      if (below.starts_with(root)) paths.push_back(below.substr(root.size()));
    }
    const bool may_be_id = options.what.size() >= kLeastPastIdLength &&
                           options.what.find_first_of("/.") == std::string::npos;
    if (may_be_id) id = options.what;
  }
  [[nodiscard]] bool names(const std::string& path) const {
    return std::find(paths.begin(), paths.end(), path) != paths.end();
  }
  [[nodiscard]] bool is(const Ulid& one) const {
    return !id.empty() && !one.is_zero() &&
           (starts_with_ignoring_case(to_string(one), id) ||
            equals_ignoring_case(short_id(one), id));
  }
};

// A file that went, and the commit that it went with; "" = that is still to come.
struct Gone {
  history::PastFile file;
  Ulid id;
  PastCommit commit;
};

// Of what HEAD has and the disk has not any more, the first that `is_it` takes.
Result<std::optional<Gone>> gone_since_head(FileSystem& files,
                                            const workspace::Workspace& workspace,
                                            history::Past& past,
                                            const std::function<Result<bool>(const Gone&)>& is_it) {
  const Result<PastCommit> head = past.commit("HEAD");
  PYRAMID_ASSIGN(const auto repository, history::Repository::open(workspace.root));
  if (!head || !repository) return std::optional<Gone>();
  PYRAMID_ASSIGN(const std::vector<std::string> uncommitted, repository->uncommitted());
  for (const std::string& path : uncommitted) {
    if (!workspace::is_memory_file(path) || files.stat(workspace.absolute(path))) continue;
    PYRAMID_ASSIGN(std::optional<std::string> blob, past.blob_at(head->id, path));
    if (!blob) continue;
    PYRAMID_ASSIGN(const Ulid id, id_of(past, path, *blob));
    Gone gone{{path, *std::move(blob)}, id, {}};
    PYRAMID_ASSIGN(const bool yes, is_it(gone));
    if (yes) return std::optional(std::move(gone));
  }
  return std::optional<Gone>();
}

// The newest that went with a commit.
Result<std::optional<Gone>> find_gone(history::Past& past, const Said& said) {
  std::optional<Gone> found;
  PYRAMID_TRY(past.each([&](const PastCommit& commit) -> Result<bool> {
    PYRAMID_ASSIGN(const std::vector<PastChange> changes, past.changes(commit));
    for (const PastChange& change : changes) {
      if (change.after || !workspace::is_memory_file(change.path)) continue;
      const bool named = said.names(change.path);
      if (!named && said.id.empty()) continue;
      PYRAMID_ASSIGN(const Ulid id, id_of(past, change.path, *change.before));
      if (!named && !said.is(id)) continue;
      found = Gone{{change.path, *change.before}, id, commit};
      return false;
    }
    return true;
  }));
  return found;
}

// What a file without an id was called from the commit on that took its name; "" = it went.
Result<std::string> renamed_to(history::Past& past, const Gone& gone) {
  PYRAMID_ASSIGN(const std::vector<PastChange> changes, past.changes(gone.commit));
  std::string name;
  double most = 0;
  for (const PastChange& one : changes) {
    if (one.before || !one.after || !workspace::is_memory_file(one.path)) continue;
    PYRAMID_ASSIGN(const Ulid id, id_of(past, one.path, *one.after));
    PYRAMID_ASSIGN(const double like, likeness_of(past, gone.file.blob, *one.after));
    if (!id.is_zero() || like < kRenamed || like <= most) continue;
    most = like;
    name = one.path;
  }
  return name;
}

// Where what went lives on; nullopt: it went for good.
Result<std::optional<PastTarget>> lives_on(FileSystem& files, const workspace::Workspace& workspace,
                                           const WorkingSet& memory, history::Past& past,
                                           const Gone& first) {
  PastTarget target;
  target.asked = first.file.path;
  target.id = first.id;
  if (!first.id.is_zero()) {
    target.path = memory.path_of(first.id);
    return target.path.empty() ? std::nullopt : std::optional(target);
  }
  std::optional<Gone> gone = first;
  for (std::size_t names = 0; gone && !gone->commit.id.empty() && names < kMostNames; ++names) {
    PYRAMID_ASSIGN(target.path, renamed_to(past, *gone));
    if (target.path.empty()) return std::optional<PastTarget>();
    if (files.stat(workspace.absolute(target.path))) return std::optional(target);
    PYRAMID_ASSIGN(gone, find_gone(past, Said(target.path)));
  }
  return std::optional<PastTarget>();
}

}  // namespace

Result<std::string> name_at_head(FileSystem& files, const workspace::Workspace& workspace,
                                 history::Past& past, const PastTarget& target) {
  const Result<PastCommit> head = past.commit("HEAD");
  if (!head) return std::string();
  PYRAMID_ASSIGN(const std::optional<std::string> there, past.blob_at(head->id, target.path));
  if (there) return std::string();
  const Result<std::string> bytes = files.read(workspace.absolute(target.path));
  const auto is_it = [&](const Gone& gone) -> Result<bool> {
    if (gone.id != target.id) return false;
    if (!target.id.is_zero()) return true;
    PYRAMID_ASSIGN(const std::string was, past.read(gone.file.blob));
    return bytes && likeness(was, *bytes) >= kRenamed;
  };
  PYRAMID_ASSIGN(const std::optional<Gone> gone, gone_since_head(files, workspace, past, is_it));
  return gone ? gone->file.path : std::string();
}

Result<PastTarget> find_past_target(FileSystem& files, const workspace::Workspace& workspace,
                                    index::Index& index, const WorkingSet& memory,
                                    history::Past& past, const WhyOptions& options) {
  const Result<Target> found = find_target(files, workspace, index, memory, options);
  if (found) {
    PastTarget target;
    target.path = found->path;
    if (const format::Node* node = memory.at(found->path)) target.id = node->id;
    PYRAMID_ASSIGN(target.at_head, name_at_head(files, workspace, past, target));
    return target;
  }
  if (found.error().kind != ErrorKind::kNotFound) return fail(Error(found.error()));
  const Said said(workspace, options);
  PYRAMID_ASSIGN(std::optional<Gone> gone,
                 gone_since_head(files, workspace, past, [&said](const Gone& one) -> Result<bool> {
                   return said.names(one.file.path) || said.is(one.id);
                 }));
  if (!gone) {
    PYRAMID_ASSIGN(gone, find_gone(past, said));
  }
  if (!gone) return fail(Error(found.error()));
  PYRAMID_ASSIGN(std::optional<PastTarget> living, lives_on(files, workspace, memory, past, *gone));
  if (living) {
    PYRAMID_ASSIGN(living->at_head, name_at_head(files, workspace, past, *living));
    return *std::move(living);
  }
  PastTarget target;
  target.path = gone->file.path;
  target.id = gone->id;
  target.is_there = false;
  return target;
}

Trail::Trail(history::Past& past, const PastTarget& target) : past_(past), target_(target) {}

bool Trail::needs(const PastCommit& commit) const { return !begun_ || places_.contains(commit.id); }

Result<bool> Trail::is_it(const std::string& path, const std::string& blob) const {
  PYRAMID_ASSIGN(const Ulid id, id_of(past_, path, blob));
  return id == target_.id;
}

Result<PastPlace> Trail::place_at(const PastCommit& commit) {
  if (begun_) return places_.at(commit.id);
  PastPlace place;
  place.path = target_.at_head.empty() ? target_.path : target_.at_head;
  PYRAMID_ASSIGN(std::optional<std::string> blob, past_.blob_at(commit.id, place.path));
  if (!blob) return place;
  PYRAMID_ASSIGN(const bool mine, is_it(place.path, *blob));
  if (mine) place.blob = std::move(blob);
  return place;
}

Result<PastPlace> Trail::before(const PastPlace& after, const PastSide& side) {
  const PastChange* change = history::find_change(side, after.path);
  if (change != nullptr && change->before) {
    PYRAMID_ASSIGN(const bool mine, is_it(after.path, *change->before));
    if (mine) return PastPlace{after.path, change->before};
  }
  if (change == nullptr && after.blob) return after;
  return renamed_from(after, side);
}

// Of what went beside this side, or gave its name away, the node under another name.
Result<PastPlace> Trail::renamed_from(const PastPlace& after, const PastSide& side) {
  PastPlace found{after.path, std::nullopt};
  const PastChange* here = history::find_change(side, after.path);
  const bool changed_hands = after.blob && here != nullptr && here->before;
  const bool has_id = !target_.id.is_zero();
  if (!has_id && !after.blob) return found;
  double most = 0;
  for (const PastChange& change : side.changes) {
    if (!change.before || (change.after && !changed_hands) || change.path == after.path) continue;
    if (!workspace::is_memory_file(change.path)) continue;
    if (!after.blob &&
        workspace::kind_of_path(change.path) != workspace::kind_of_path(after.path)) {
      continue;  // long gone: it is looked for in every commit
    }
    PYRAMID_ASSIGN(const bool may_be, is_it(change.path, *change.before));
    if (!may_be) continue;
    if (has_id) return PastPlace{change.path, change.before};
    PYRAMID_ASSIGN(const double like, likeness_of(past_, *change.before, *after.blob));
    if (like < kRenamed || like <= most) continue;
    most = like;
    found = {change.path, change.before};
  }
  return found;
}

Result<std::optional<PastStep>> Trail::step(const PastCommit& commit,
                                            const std::vector<PastSide>& sides) {
  if (!needs(commit)) return std::optional<PastStep>();
  PastStep step;
  PYRAMID_ASSIGN(step.after, place_at(commit));
  begun_ = true;
  places_.erase(commit.id);
  bool is_as_before = false;
  for (const PastSide& side : sides) {
    PYRAMID_ASSIGN(PastPlace place, before(step.after, side));
    if (place == step.after) {
      is_as_before = true;
      if (!side.parent.empty()) places_.insert_or_assign(side.parent, std::move(place));
      if (step.after.blob) break;
    } else {  // where it is gone, it may have gone on either side
      step.before.push_back(std::move(place));
    }
  }
  if (is_as_before) return std::optional<PastStep>();
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (sides[i].parent.empty()) continue;
    const auto [known, is_new] = places_.try_emplace(sides[i].parent, step.before[i]);
    if (!is_new && !known->second.blob) known->second = step.before[i];
  }
  return std::optional(std::move(step));
}

namespace {

std::vector<PastChange> changes_of(const PastPlace& before, const PastPlace& after) {
  if (before.path == after.path || !before.blob || !after.blob) {
    return {{after.blob ? after.path : before.path, before.blob, after.blob}};
  }
  return {{before.path, before.blob, std::nullopt}, {after.path, std::nullopt, after.blob}};
}

}  // namespace

Result<std::vector<FileVersions>> read_versions(history::Past& past, const PastStep& step) {
  return read_versions(past, changes_of(step.before.front(), step.after));
}

Result<std::vector<MemoryChange>> meaning_of(history::Past& past, const PastStep& step) {
  std::vector<std::vector<MemoryChange>> sides;
  for (const PastPlace& before : step.before) {
    PYRAMID_ASSIGN(const auto files, read_versions(past, changes_of(before, step.after)));
    sides.push_back(meaning_of(files));
  }
  return news_of(std::move(sides));
}

Status each_step(history::Past& past, const PastTarget& target,
                 const std::function<Result<bool>(const PastCommit&, const PastStep&)>& tell) {
  Trail trail(past, target);
  return past.each_of_all([&](const PastCommit& commit) -> Result<bool> {
    if (!trail.needs(commit)) return true;
    PYRAMID_ASSIGN(const std::vector<PastSide> sides, past.sides(commit));
    PYRAMID_ASSIGN(const std::optional<PastStep> step, trail.step(commit, sides));
    if (!step) return !trail.ended();
    PYRAMID_ASSIGN(const bool more, tell(commit, *step));
    return more && !trail.ended();
  });
}

namespace {

// Where the node's way does not lead through a commit, its names tell: those that it had since, and
// those that end as its files do.
Result<std::optional<history::PastFile>> named_at(history::Past& past, const PastTarget& target,
                                                  const PastCommit& commit,
                                                  std::set<std::string> names) {
  if (!target.id.is_zero()) {
    PYRAMID_ASSIGN(const std::vector<history::PastFile> files, past.files(commit.id));
    for (const history::PastFile& file : files) {
      if (file.path.find(short_id(target.id)) != std::string::npos) names.insert(file.path);
    }
  }
  for (const std::string& name : names) {
    PYRAMID_ASSIGN(const std::optional<std::string> blob, past.blob_at(commit.id, name));
    if (!blob) continue;
    PYRAMID_ASSIGN(const Ulid id, id_of(past, name, *blob));
    if (id == target.id) return std::optional(history::PastFile{name, *blob});
  }
  return std::optional<history::PastFile>();
}

}  // namespace

Result<std::optional<history::PastFile>> file_at(history::Past& past, const PastTarget& target,
                                                 const PastCommit& commit) {
  Trail trail(past, target);
  std::optional<PastPlace> place;
  std::set<std::string> names = {target.path};
  PYRAMID_TRY(past.each_of_all([&](const PastCommit& one) -> Result<bool> {
    if (!trail.needs(one)) return one.id != commit.id;
    PYRAMID_ASSIGN(PastPlace here, trail.place_at(one));
    names.insert(here.path);
    if (one.id == commit.id) {
      place = std::move(here);
      return false;
    }
    PYRAMID_ASSIGN(const std::vector<PastSide> sides, past.sides(one));
    PYRAMID_ASSIGN(const std::optional<PastStep> step, trail.step(one, sides));
    return step || !trail.ended();
  }));
  if (!place) return named_at(past, target, commit, std::move(names));
  if (!place->blob) return std::optional<history::PastFile>();
  return std::optional(history::PastFile{place->path, *place->blob});
}

}  // namespace pyramid::ops
