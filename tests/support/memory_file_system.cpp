#include "tests/support/memory_file_system.hpp"

#include "base/path.hpp"

#include <utility>

namespace pyramid::test {

namespace {

constexpr std::int64_t kNanoseconds = 1'000'000'000;

Failure not_found(const std::string& path) {
  return fail(ErrorKind::kNotFound, "cannot find", path, {}, "No such file or directory");
}

Failure refuses(const std::string& path, const std::string& cause) {
  return fail(ErrorKind::kIo, "cannot use", path, {}, cause);
}

// What every path below `folder` starts with.
std::string prefix_of(const std::string& folder) {
  if (folder == ".") return {};
  return folder == "/" ? folder : folder + "/";
}

bool starts_with(const std::string& text, const std::string& prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

}  // namespace

class MemoryFileSystem::Lock final : public FileLock {
 public:
  Lock(std::shared_ptr<std::set<std::string>> locked, std::string place)
      : locked_(std::move(locked)), place_(std::move(place)) {}
  ~Lock() override { locked_->erase(place_); }

 private:
  std::shared_ptr<std::set<std::string>> locked_;
  std::string place_;
};

MemoryFileSystem::MemoryFileSystem() : locked_(std::make_shared<std::set<std::string>>()) {
  set_now(Time{1'778'580'000});  // 2026-05-12T10:00:00Z
}

void MemoryFileSystem::note(std::size_t AccessLog::* counter, const char* what,
                            const std::string& path) {
  ++(accesses_.*counter);
  accesses_.log.push_back(std::string(what) + " " + path);
}

bool MemoryFileSystem::is_directory(const std::string& place) const {
  if (place == "/" || place == "." || place.empty()) return true;
  const auto found = entries_.find(place);
  return found != entries_.end() && found->second.stat.kind == FileKind::kDirectory;
}

MemoryFileSystem::Entry& MemoryFileSystem::touch(const std::string& place, FileKind kind) {
  const auto [found, is_new] = entries_.try_emplace(place);
  Entry& entry = found->second;
  if (is_new) entry.stat.inode = next_inode_++;
  entry.stat.kind = kind;
  entry.stat.mtime_ns = now_ns_;
  entry.stat.ctime_ns = now_ns_;
  return entry;
}

Result<std::string> MemoryFileSystem::read(const std::string& path) {
  const std::scoped_lock guard(mutex_);
  note(&AccessLog::reads, "read", path);
  const std::string place = path::normalize(path);
  if (is_directory(place)) return refuses(path, "Is a directory");
  const auto found = entries_.find(place);
  if (found == entries_.end()) return not_found(path);
  if (refused_.count(place) != 0) return refuses(path, "Permission denied");
  return found->second.bytes;
}

Result<FileStat> MemoryFileSystem::stat(const std::string& path) {
  const std::scoped_lock guard(mutex_);
  note(&AccessLog::stats, "stat", path);
  const std::string place = path::normalize(path);
  const auto found = entries_.find(place);
  if (found != entries_.end()) return found->second.stat;
  if (!is_directory(place)) return not_found(path);
  FileStat root;
  root.kind = FileKind::kDirectory;
  return root;
}

Result<std::vector<DirectoryEntry>> MemoryFileSystem::list(const std::string& path) {
  const std::scoped_lock guard(mutex_);
  note(&AccessLog::lists, "list", path);
  const std::string place = path::normalize(path);
  if (!is_directory(place)) return not_found(path);
  if (refused_.count(place) != 0) return refuses(path, "Permission denied");
  const std::string prefix = prefix_of(place);
  std::map<std::string, FileKind> sorted;  // "a.b" sorts before "a/x" but after "a"
  for (auto at = entries_.lower_bound(prefix);
       at != entries_.end() && starts_with(at->first, prefix); ++at) {
    const std::string name = at->first.substr(prefix.size());
    if (name.find('/') == std::string::npos) sorted.emplace(name, at->second.stat.kind);
  }
  std::vector<DirectoryEntry> names;
  for (const auto& [name, kind] : sorted) names.push_back({name, kind});
  return names;
}

void MemoryFileSystem::collect(const std::string& folder, const std::string& relative,
                               const std::function<bool(std::string_view)>& enter,
                               Walk& out) const {
  if (refused_.count(folder) != 0) {
    out.odd.push_back({relative, SkippedEntry::Kind::kRefused});
    return;
  }
  const std::string prefix = prefix_of(folder);
  for (auto at = entries_.lower_bound(prefix);
       at != entries_.end() && starts_with(at->first, prefix); ++at) {
    const std::string name = at->first.substr(prefix.size());
    if (name.find('/') != std::string::npos) continue;
    const std::string below = path::join(relative, name);
    if (at->second.stat.kind == FileKind::kFile) {
      out.files.push_back({below, at->second.stat});
    } else if (at->second.stat.kind == FileKind::kDirectory && enter(below)) {
      collect(at->first, below, enter, out);
    }
  }
}

Result<Walk> MemoryFileSystem::walk(const std::string& root,
                                    const std::function<bool(std::string_view)>& enter, unsigned) {
  const std::scoped_lock guard(mutex_);
  note(&AccessLog::walks, "walk", root);
  const std::string place = path::normalize(root);
  if (!is_directory(place)) return not_found(root);
  Walk out;
  collect(place, {}, enter, out);
  return out;
}

Status MemoryFileSystem::make_parents(const std::string& place) {
  if (is_directory(place)) return {};
  if (entries_.count(place) != 0) return refuses(place, "a file is in its place");
  PYRAMID_TRY(make_parents(std::string(path::directory(place))));
  touch(place, FileKind::kDirectory);
  return {};
}

Status MemoryFileSystem::make_directories(const std::string& path) {
  const std::scoped_lock guard(mutex_);
  note(&AccessLog::directories, "make_directories", path);
  return make_parents(path::normalize(path));
}

Status MemoryFileSystem::store(const std::string& place, std::string_view bytes, bool append) {
  if (is_directory(place)) return refuses(place, "Is a directory");
  if (!is_directory(std::string(path::directory(place)))) return not_found(place);
  Entry& entry = touch(place, FileKind::kFile);
  if (!append) entry.bytes.clear();
  entry.bytes += bytes;
  entry.stat.size = entry.bytes.size();
  return {};
}

Status MemoryFileSystem::write(const std::string& path, std::string_view bytes) {
  const std::scoped_lock guard(mutex_);
  note(&AccessLog::writes, "write", path);
  return store(path::normalize(path), bytes, false);
}

Status MemoryFileSystem::append(const std::string& path, std::string_view bytes) {
  const std::scoped_lock guard(mutex_);
  note(&AccessLog::appends, "append", path);
  return store(path::normalize(path), bytes, true);
}

Status MemoryFileSystem::rename(const std::string& from, const std::string& to) {
  const std::scoped_lock guard(mutex_);
  note(&AccessLog::renames, "rename", to);
  const std::string old_place = path::normalize(from);
  const std::string new_place = path::normalize(to);
  const auto found = entries_.find(old_place);
  if (found == entries_.end()) return not_found(from);
  if (is_directory(new_place) || is_directory(old_place)) return refuses(to, "Is a directory");
  if (!is_directory(std::string(path::directory(new_place)))) return not_found(to);
  Entry entry = std::move(found->second);
  entry.stat.ctime_ns = now_ns_;
  entries_.erase(found);
  entries_[new_place] = std::move(entry);
  return {};
}

Status MemoryFileSystem::remove(const std::string& path) {
  const std::scoped_lock guard(mutex_);
  note(&AccessLog::removes, "remove", path);
  const std::string place = path::normalize(path);
  const std::string prefix = prefix_of(place);
  if (is_directory(place)) {
    const auto below = entries_.upper_bound(prefix);
    if (below != entries_.end() && starts_with(below->first, prefix)) {
      return refuses(path, "Directory not empty");
    }
  }
  entries_.erase(place);
  return {};
}

Status MemoryFileSystem::copy_mode(const std::string& from, const std::string& to) {
  const std::scoped_lock guard(mutex_);
  note(&AccessLog::modes, "copy_mode", to);
  if (entries_.count(path::normalize(from)) == 0) return not_found(from);
  if (entries_.count(path::normalize(to)) == 0) return not_found(to);
  return {};
}

Status MemoryFileSystem::sync(const std::string& directory) {
  const std::scoped_lock guard(mutex_);
  note(&AccessLog::syncs, "sync", directory);
  if (!is_directory(path::normalize(directory))) return not_found(directory);
  return {};
}

Result<std::unique_ptr<FileLock>> MemoryFileSystem::lock(const std::string& path) {
  const std::scoped_lock guard(mutex_);
  note(&AccessLog::locks, "lock", path);
  const std::string place = path::normalize(path);
  if (entries_.count(place) == 0) PYRAMID_TRY(store(place, {}, false));
  if (!locked_->insert(place).second) {
    return fail(ErrorKind::kConflict, "another process holds the lock", path);
  }
  return std::unique_ptr<FileLock>(std::make_unique<Lock>(locked_, place));
}

void MemoryFileSystem::put(const std::string& path, std::string_view bytes) {
  const std::scoped_lock guard(mutex_);
  const std::string place = path::normalize(path);
  (void)make_parents(std::string(path::directory(place)));
  (void)store(place, bytes, false);
}

void MemoryFileSystem::put_symlink(const std::string& path, std::string_view bytes_behind) {
  const std::scoped_lock guard(mutex_);
  const std::string place = path::normalize(path);
  (void)make_parents(std::string(path::directory(place)));
  touch(place, FileKind::kSymlink).bytes = bytes_behind;
}

void MemoryFileSystem::erase(const std::string& path) {
  const std::scoped_lock guard(mutex_);
  const std::string place = path::normalize(path);
  const std::string prefix = prefix_of(place);
  entries_.erase(place);
  std::erase_if(entries_, [&](const auto& entry) { return starts_with(entry.first, prefix); });
}

void MemoryFileSystem::refuse(const std::string& path) {
  const std::scoped_lock guard(mutex_);
  refused_.insert(path::normalize(path));
}

std::optional<std::string> MemoryFileSystem::get(const std::string& path) const {
  const std::scoped_lock guard(mutex_);
  const auto found = entries_.find(path::normalize(path));
  if (found == entries_.end() || found->second.stat.kind != FileKind::kFile) return std::nullopt;
  return found->second.bytes;
}

std::map<std::string, std::string> MemoryFileSystem::files() const {
  const std::scoped_lock guard(mutex_);
  std::map<std::string, std::string> all;
  for (const auto& [place, entry] : entries_) {
    if (entry.stat.kind == FileKind::kFile) all.emplace(place, entry.bytes);
  }
  return all;
}

void MemoryFileSystem::set_now(Time now) {
  const std::scoped_lock guard(mutex_);
  now_ns_ = now.seconds * kNanoseconds;
}

void MemoryFileSystem::tick(std::int64_t nanoseconds) {
  const std::scoped_lock guard(mutex_);
  now_ns_ += nanoseconds;
}

AccessLog MemoryFileSystem::accesses() const {
  const std::scoped_lock guard(mutex_);
  return accesses_;
}

void MemoryFileSystem::forget_accesses() {
  const std::scoped_lock guard(mutex_);
  accesses_ = {};
}

}  // namespace pyramid::test
