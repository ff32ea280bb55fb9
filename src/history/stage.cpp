// The commit's changes in git's index, so that `git status` is clean afterwards.
#include "history/disk_look.hpp"
#include "history/git_repository.hpp"
#include "history/index_format.hpp"
#include "history/index_lock.hpp"
#include "history/index_writer.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::history {

namespace {

bool holds(const PathChange& change, const std::string& bytes) {
  return change.bytes ? bytes == *change.bytes : digest_of(bytes) == *change.digest;
}

std::vector<const PathChange*> sorted_by_path(const std::vector<PathChange>& changes) {
  std::vector<const PathChange*> by_path;
  by_path.reserve(changes.size());
  for (const PathChange& change : changes) by_path.push_back(&change);
  std::sort(by_path.begin(), by_path.end(),
            [](const PathChange* a, const PathChange* b) { return a->path < b->path; });
  return by_path;
}

}  // namespace

// Empty if the file was edited meanwhile, so that git compares the content and shows the edit.
git_index_entry GitRepository::stat_of(const TreeChange& change, const PathChange& written) {
  const std::string file = on_disk(change.path);
  const std::optional<DiskLook> look = look_at_disk(file);
  if (!look) return {};
  if (change.read_at != 0 && change.read_at == mark_of(look->stat)) return look->stat;
  const Ahead* ahead = stored_ahead(change.path, written);
  if (ahead != nullptr && same_stat(look->stat, ahead->stat)) return look->stat;
  const Result<std::string> now = make_real_file_system()->read(file);
  if (!now || !holds(written, *now)) return {};
  const std::optional<DiskLook> after = look_at_disk(file);
  return after && same_stat(look->stat, after->stat) ? look->stat : git_index_entry{};
}

const GitRepository::Ahead* GitRepository::stored_ahead(const std::string& path,
                                                        const PathChange& written) const {
  const auto found = ahead_.find(path);
  return found != ahead_.end() && written.digest == found->second.digest ? &found->second : nullptr;
}

void GitRepository::note_ahead(const std::vector<PathChange>& changes,
                               const std::vector<TreeChange>& stored) {
  const std::vector<const PathChange*> by_path = sorted_by_path(changes);
  for (const TreeChange& one : stored) {
    const PathChange& written = change_at(by_path, one.path);
    if (!one.blob || !written.digest) continue;
    ahead_.insert_or_assign(one.path, Ahead{*written.digest, *one.blob, stat_of(one, written)});
  }
}

git_index_entry GitRepository::entry_of(const TreeChange& change, const PathChange& written) {
  git_index_entry entry = stat_of(change, written);
  entry.mode = *change.mode;
  git_->oid_cpy(&entry.id, &*change.blob);
  return entry;
}

const PathChange& GitRepository::change_at(const std::vector<const PathChange*>& by_path,
                                           std::string_view path) const {
  return **std::lower_bound(
      by_path.begin(), by_path.end(), path.substr(prefix_.size()),
      [](const PathChange* a, std::string_view wanted) { return a->path < wanted; });
}

void GitRepository::stage(const std::vector<PathChange>& changes, std::vector<TreeChange> prepared,
                          Staged& staged) {
  const std::vector<const PathChange*> by_path = sorted_by_path(changes);
  for (TreeChange& change : prepared) {
    std::optional<git_index_entry> entry;
    if (change.blob) entry = entry_of(change, change_at(by_path, change.path));
    staged.insert_or_assign(std::move(change.path), entry);
  }
}

// Under git's own lock, and on top of what is staged by then.
Status GitRepository::replace_index(const Staged& staged) {
  std::vector<IndexChange> changes;
  changes.reserve(staged.size());
  for (const auto& [path, entry] : staged) changes.push_back({path, entry ? &*entry : nullptr});
  PYRAMID_ASSIGN(const std::string path, index_path());
  IndexLock lock(path);
  Status taken = lock.take();
  if (!taken && taken.error().kind == ErrorKind::kConflict && comes_free(path)) taken = lock.take();
  PYRAMID_TRY(taken);
  PYRAMID_ASSIGN(const IndexFile* current, index());
  const std::int64_t written_at = index_stat_ ? index_stat_->mtime_ns / index_format::kSecond : 0;
  PYRAMID_TRY(write_index(*current, changes, written_at,
                          [&](std::string_view piece) { return lock.write(piece); }));
  return lock.put_in_place();
}

}  // namespace pyramid::history
