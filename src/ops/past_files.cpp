#include "base/path.hpp"
#include "ops/past_memory.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace pyramid::ops {

namespace {

constexpr std::size_t kInodeDigits = 16;

Failure not_there(const std::string& path) {
  return fail(ErrorKind::kNotFound, "there was no such file", path);
}

Failure is_past() { return fail(ErrorKind::kInternal, "the past cannot be written"); }

// A number that follows the content, since a blob's name does.
std::uint64_t number_of(const std::string& blob) {
  std::uint64_t number = 0;
  constexpr int kHex = 16;
  std::from_chars(blob.data(), blob.data() + std::min(kInodeDigits, blob.size()), number, kHex);
  return number;
}

}  // namespace

PastFiles::PastFiles(FileSystem& disk, history::Past& past, std::string root, std::string commit)
    : disk_(disk), past_(past), root_(std::move(root)), commit_(std::move(commit)) {
  if (!root_.ends_with('/')) root_ += '/';
}

void PastFiles::list_all(std::map<std::string, std::string> blobs, std::set<std::string> same) {
  blobs_ = std::move(blobs);
  same_ = std::move(same);
}

const std::string* PastFiles::blob_of(const std::string& path) const {
  if (!path.starts_with(root_)) return nullptr;
  const auto found = blobs_.find(path.substr(root_.size()));
  return found == blobs_.end() ? nullptr : &found->second;
}

Result<std::string> PastFiles::read(const std::string& path) {
  if (!path.starts_with(root_)) return not_there(path);
  const std::lock_guard lock(reading_);
  if (const std::string* blob = blob_of(path)) return past_.read(*blob);
  if (!blobs_.empty()) return not_there(path);
  PYRAMID_ASSIGN(const std::optional<std::string> blob,
                 past_.blob_at(commit_, path.substr(root_.size())));
  if (!blob) return not_there(path);
  return past_.read(*blob);
}

Result<FileStat> PastFiles::stat_of(const std::string& relative, const std::string& blob) {
  if (same_.contains(relative)) {
    Result<FileStat> now = disk_.stat(root_ + relative);
    if (now && now->kind == FileKind::kFile) return now;
  }
  FileStat stat;
  stat.mtime_ns = stat.ctime_ns = 1;
  stat.inode = number_of(blob);
  return stat;
}

Result<FileStat> PastFiles::stat(const std::string& path) {
  const std::string* blob = blob_of(path);
  if (blob == nullptr) return not_there(path);
  return stat_of(path.substr(root_.size()), *blob);
}

Result<std::vector<DirectoryEntry>> PastFiles::list(const std::string& path) {
  std::map<std::string, FileKind> names;
  const std::string folder = path + "/" == root_ ? "" : path.substr(root_.size()) + "/";
  for (auto one = blobs_.lower_bound(folder); one != blobs_.end(); ++one) {
    if (!one->first.starts_with(folder)) break;
    const std::string rest = one->first.substr(folder.size());
    const std::size_t slash = rest.find('/');
    names[rest.substr(0, slash)] =
        slash == std::string::npos ? FileKind::kFile : FileKind::kDirectory;
  }
  std::vector<DirectoryEntry> entries;
  for (const auto& [name, kind] : names) entries.push_back({name, kind});
  return entries;
}

Result<Walk> PastFiles::walk(const std::string&, const std::function<bool(std::string_view)>& enter,
                             unsigned) {
  Walk walk;
  std::map<std::string, bool, std::less<>> entered = {{"", true}};
  const std::function<bool(std::string_view)> enters = [&](std::string_view folder) {
    const auto known = entered.find(folder);
    if (known != entered.end()) return known->second;
    const bool yes = enters(path::directory(folder)) && enter(folder);
    entered.emplace(folder, yes);
    return yes;
  };
  for (const auto& [path, blob] : blobs_) {
    if (!enters(path::directory(path))) continue;
    PYRAMID_ASSIGN(const FileStat stat, stat_of(path, blob));
    walk.files.push_back({path, stat});
  }
  return walk;
}

Status PastFiles::make_directories(const std::string&) { return is_past(); }
Status PastFiles::write(const std::string&, std::string_view) { return is_past(); }
Status PastFiles::append(const std::string&, std::string_view) { return is_past(); }
Status PastFiles::rename(const std::string&, const std::string&) { return is_past(); }
Status PastFiles::remove(const std::string&) { return is_past(); }
Status PastFiles::copy_mode(const std::string&, const std::string&) { return is_past(); }
Status PastFiles::sync(const std::string&) { return is_past(); }
Result<std::unique_ptr<FileLock>> PastFiles::lock(const std::string&) { return is_past(); }

}  // namespace pyramid::ops
