// The commit's changes in git's index, so that `git status` is clean afterwards.
#include "history/git_repository.hpp"
#include "history/index_format.hpp"
#include "history/index_lock.hpp"
#include "history/index_writer.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <utility>

namespace pyramid::history {

namespace {

// Reads the stat data of a file into an index entry as git does; false when it is no plain file.
bool stat_entry(const std::string& file, git_index_entry& entry) {
  struct stat info{};
  if (::lstat(file.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return false;
  entry.ctime = {static_cast<std::int32_t>(info.st_ctim.tv_sec),
                 static_cast<std::uint32_t>(info.st_ctim.tv_nsec)};
  entry.mtime = {static_cast<std::int32_t>(info.st_mtim.tv_sec),
                 static_cast<std::uint32_t>(info.st_mtim.tv_nsec)};
  entry.dev = static_cast<std::uint32_t>(info.st_dev);
  entry.ino = static_cast<std::uint32_t>(info.st_ino);
  entry.uid = info.st_uid;
  entry.gid = info.st_gid;
  entry.file_size = static_cast<std::uint32_t>(info.st_size);
  return true;
}

bool same_stat(const git_index_entry& a, const git_index_entry& b) {
  return a.ino == b.ino && a.file_size == b.file_size && a.mtime.seconds == b.mtime.seconds &&
         a.mtime.nanoseconds == b.mtime.nanoseconds && a.ctime.seconds == b.ctime.seconds &&
         a.ctime.nanoseconds == b.ctime.nanoseconds;
}

bool holds(const PathChange& change, const std::string& bytes) {
  return change.bytes ? bytes == *change.bytes : digest_of(bytes) == *change.digest;
}

}  // namespace

// Stat data of a file that holds what is committed; none where an edit came in between, so that git
// compares the content and shows it.
git_index_entry GitRepository::entry_of(const TreeChange& change, const PathChange& written) {
  git_index_entry entry{}, after{};
  const std::string file = on_disk(change.path);
  if (stat_entry(file, entry)) {
    const Result<std::string> now = make_real_file_system()->read(file);
    const bool clean =
        now && holds(written, *now) && stat_entry(file, after) && same_stat(entry, after);
    if (!clean) entry = {};
  }
  entry.mode = *change.mode;
  git_->oid_cpy(&entry.id, &*change.blob);
  return entry;
}

void GitRepository::stage(const std::vector<PathChange>& changes,
                          std::vector<TreeChange> prepared) {
  std::vector<const PathChange*> by_path;
  by_path.reserve(changes.size());
  for (const PathChange& change : changes) by_path.push_back(&change);
  std::sort(by_path.begin(), by_path.end(),
            [](const PathChange* a, const PathChange* b) { return a->path < b->path; });
  for (TreeChange& change : prepared) {
    std::optional<git_index_entry> entry;
    if (change.blob) {
      const std::string_view ours = std::string_view(change.path).substr(prefix_.size());
      const auto written = std::lower_bound(
          by_path.begin(), by_path.end(), ours,
          [](const PathChange* a, std::string_view path) { return a->path < path; });
      entry = entry_of(change, **written);
    }
    unpublished_->staged.insert_or_assign(std::move(change.path), entry);
  }
}

// Under git's own lock, and on top of what is staged by then.
Status GitRepository::replace_index(const std::vector<IndexChange>& changes) {
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
