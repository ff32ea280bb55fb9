#include "tests/support/unreadable_file_system.hpp"

#include "base/path.hpp"

#include <algorithm>
#include <set>
#include <system_error>
#include <utility>

namespace pyramid::test {

bool UnreadableFileSystem::fails(const std::string& path) {
  const std::size_t read = reads_++;
  if (read == fail_at_) failed_ = path;
  return read == fail_at_ || (stays_ && !failed_.empty() && path == failed_);
}

std::string UnreadableFileSystem::message() const { return std::generic_category().message(code_); }

Failure UnreadableFileSystem::failure(const std::string& what, const std::string& path) const {
  return fail(ErrorKind::kIo, what, path, {}, message());
}

Result<std::string> UnreadableFileSystem::read(const std::string& path) {
  const std::scoped_lock guard(mutex_);
  if (fails(path)) return failure("cannot read", path);
  return below_.read(path);
}

Result<FileStat> UnreadableFileSystem::stat(const std::string& path) {
  const std::scoped_lock guard(mutex_);
  if (fails(path)) return failure("cannot read", path);
  return below_.stat(path);
}

Result<std::vector<DirectoryEntry>> UnreadableFileSystem::list(const std::string& path) {
  const std::scoped_lock guard(mutex_);
  if (fails(path)) return failure("cannot list", path);
  return below_.list(path);
}

Result<Walk> UnreadableFileSystem::walk(const std::string& root,
                                        const std::function<bool(std::string_view)>& enter,
                                        unsigned) {
  Walk walk;
  PYRAMID_ASSIGN(walk.odd, visit_files(
                               root, enter,
                               [&](unsigned, std::string_view directory, std::string_view name,
                                   const FileStat& stat) {
                                 walk.files.push_back({path::join(directory, name), stat});
                               },
                               1));
  return walk;
}

Result<std::vector<SkippedEntry>> UnreadableFileSystem::visit_files(
    const std::string& root, const std::function<bool(std::string_view)>& enter, const Visit& visit,
    unsigned) {
  const std::scoped_lock guard(mutex_);
  if (fails(root)) return failure("cannot list", root);
  std::vector<SkippedEntry> odd;
  std::set<std::string, std::less<>> ended;
  const auto refuse = [&](std::string path) {
    odd.push_back({std::move(path), SkippedEntry::Kind::kRefused, message()});
  };
  PYRAMID_ASSIGN(
      std::vector<SkippedEntry> others,
      below_.visit_files(
          root,
          [&](std::string_view folder) {
            if (!enter(folder)) return false;
            if (!fails(path::join(root, folder))) return true;
            refuse(std::string(folder));
            return false;
          },
          [&](unsigned, std::string_view folder, std::string_view name, const FileStat& stat) {
            if (ended.contains(folder)) return;
            const std::string path = path::join(folder, name);
            if (!fails(path::join(root, path))) return visit(0, folder, name, stat);
            if (rest_) ended.emplace(folder);
            refuse(rest_ ? std::string(folder) : path);
          },
          1));
  odd.insert(odd.end(), others.begin(), others.end());
  std::sort(odd.begin(), odd.end());
  return odd;
}

}  // namespace pyramid::test
