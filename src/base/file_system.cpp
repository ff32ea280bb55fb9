#include "pyramid/file_system.hpp"

#include "base/path.hpp"

#include <utility>

namespace pyramid {

Status FileSystem::read_in_pieces(const std::string& path,
                                  const std::function<bool(std::string_view)>& take) {
  PYRAMID_ASSIGN(const std::string bytes, read(path));
  if (!bytes.empty()) take(bytes);
  return {};
}

Result<std::string> FileSystem::real_path(const std::string& path) { return path; }

Result<FileStat> stat_behind(FileSystem& files, const std::string& path) {
  Result<FileStat> stat = files.stat(path);
  if (!stat || stat->kind != FileKind::kSymlink) return stat;
  PYRAMID_ASSIGN(const std::string real, files.real_path(path));
  return files.stat(real);
}

Result<std::vector<SkippedEntry>> FileSystem::visit_files(
    const std::string& root, const std::function<bool(std::string_view)>& enter, const Visit& visit,
    unsigned threads) {
  PYRAMID_ASSIGN(Walk walked, walk(root, enter, threads));
  for (const WalkEntry& entry : walked.files) {
    visit(0, path::directory(entry.path), path::name(entry.path), entry.stat);
  }
  return std::move(walked.odd);
}

Result<std::unique_ptr<FileLock>> FileSystem::wait_for_lock(const std::string& path,
                                                            std::chrono::milliseconds) {
  return lock(path);
}

}  // namespace pyramid
