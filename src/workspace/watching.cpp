#include "workspace/watching.hpp"

#include "base/path.hpp"

#include <chrono>
#include <random>
#include <thread>

namespace pyramid::workspace {

namespace {

constexpr std::string_view kWatchLock = ".pyramid/watch.lock";
constexpr std::chrono::milliseconds kPatience(250);
constexpr std::chrono::microseconds kStep(200);
// Who asks whether there is a watcher holds the lock for a moment.
constexpr std::chrono::milliseconds kForOthers(500);

std::string new_name() {
  std::random_device random;
  return std::to_string(random()) + "-" + std::to_string(random());
}

// What was asked of an earlier watch.
Status drop_asks(FileSystem& files, const std::string& folder) {
  PYRAMID_ASSIGN(const std::vector<DirectoryEntry> left, files.list(folder));
  for (const DirectoryEntry& one : left) PYRAMID_TRY(files.remove(path::join(folder, one.name)));
  return {};
}

bool is_held(FileSystem& files, const std::string& path) {
  if (!files.stat(path)) return false;
  const auto lock = files.lock(path);
  return !lock && lock.error().kind == ErrorKind::kConflict;
}

}  // namespace

Result<std::unique_ptr<FileLock>> begin_watching(FileSystem& files, const Workspace& workspace) {
  PYRAMID_TRY(ensure_cache_folder(files, workspace));
  Result<std::unique_ptr<FileLock>> lock =
      files.wait_for_lock(workspace.absolute(kWatchLock), kForOthers);
  if (!lock && lock.error().kind == ErrorKind::kConflict) {
    return fail(ErrorKind::kConflict, "is watched already", workspace.root,
                "end the other pyramid watch first");
  }
  if (!lock) return lock;
  const std::string asks = workspace.absolute(kAsksFolder);
  PYRAMID_TRY(files.make_directories(asks));
  PYRAMID_TRY(drop_asks(files, asks));
  return lock;
}

void end_watching(FileSystem& files, const Workspace& workspace) {
  const std::string asks = workspace.absolute(kAsksFolder);
  if (drop_asks(files, asks)) static_cast<void>(files.remove(asks));
}

bool is_watched(FileSystem& files, const Workspace& workspace) {
  if (!is_held(files, workspace.absolute(kWatchLock))) return false;
  const std::string ask = path::join(workspace.absolute(kAsksFolder), new_name());
  if (!files.write(ask, {})) return false;
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(kStep);
    const Result<FileStat> stat = files.stat(ask);
    if (!stat) return stat.error().kind == ErrorKind::kNotFound;
  }
  static_cast<void>(files.remove(ask));  // the watcher removes what is left
  return false;
}

}  // namespace pyramid::workspace
