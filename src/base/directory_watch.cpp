#include "base/directory_watch.hpp"

#include "base/path.hpp"

#include <dirent.h>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

namespace pyramid {

namespace {

// A file that is kept open and written to counts too, so not only IN_CLOSE_WRITE.
constexpr std::uint32_t kMask = IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE |
                                IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF |
                                IN_ONLYDIR | IN_DONT_FOLLOW;
// With more files than this one look at everything is less work.
constexpr std::size_t kMostFiles = 4096;

Failure watch_failure(const std::string& path, int code) {
  std::string hint;
  if (code == ENOSPC) hint = "raise fs.inotify.max_user_watches";
  if (code == EMFILE) hint = "raise fs.inotify.max_user_instances";
  return fail(code == ENOENT || code == ENOTDIR ? ErrorKind::kNotFound : ErrorKind::kIo,
              "cannot be watched", path, hint, std::generic_category().message(code));
}

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

// Names of the folders in it; none where it cannot be read or is gone.
std::vector<std::string> folders_in(const std::string& directory) {
  std::vector<std::string> names;
  const std::unique_ptr<DIR, CloseFolder> folder(::opendir(directory.c_str()));
  if (!folder) return names;
  while (const dirent* entry = ::readdir(folder.get())) {  // NOLINT(concurrency-mt-unsafe): ours
    const std::string_view name = static_cast<const char*>(entry->d_name);
    if (name == "." || name == "..") continue;
    // Of DT_UNKNOWN the kernel says whether it is one: IN_ONLYDIR.
    if (entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN) names.emplace_back(name);
  }
  return names;
}

bool is_below(std::string_view path, std::string_view folder) {
  return path == folder ||
         (path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/');
}

}  // namespace

DirectoryWatch::~DirectoryWatch() {
  if (fd_ >= 0) ::close(fd_);
}

DirectoryWatch::DirectoryWatch(DirectoryWatch&& other) noexcept { *this = std::move(other); }

DirectoryWatch& DirectoryWatch::operator=(DirectoryWatch&& other) noexcept {
  std::swap(root_, other.root_);
  std::swap(enter_, other.enter_);
  std::swap(fd_, other.fd_);
  std::swap(folders_, other.folders_);
  return *this;
}

Result<DirectoryWatch> DirectoryWatch::start(const std::string& root,
                                             std::function<bool(std::string_view)> enter) {
  DirectoryWatch watch;
  watch.root_ = root;
  watch.enter_ = std::move(enter);
  watch.fd_ = ::inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (watch.fd_ < 0) return watch_failure(root, errno);
  PYRAMID_TRY(watch.add(""));
  PYRAMID_TRY(watch.add_below(""));
  return watch;
}

Status DirectoryWatch::also(const std::string& directory) { return add(directory); }

Result<bool> DirectoryWatch::also_below(const std::string& directory) {
  const std::size_t before = folders_.size();
  PYRAMID_TRY(add(directory));
  if (folders_.size() == before) return false;
  PYRAMID_TRY(add_below(directory));
  return true;
}

Status DirectoryWatch::add(const std::string& directory) {
  const std::string path = directory.empty() ? root_ : path::join(root_, directory);
  const int id = ::inotify_add_watch(fd_, path.c_str(), kMask);
  if (id < 0) return watch_failure(path, errno);
  folders_[id] = directory;
  return {};
}

// The watch is there before the folder is read, so one that comes meanwhile is told or met. One
// that is gone already, or that nobody may read, holds nothing to be told.
Status DirectoryWatch::add_below(const std::string& directory) {
  std::vector<std::string> left = {directory};
  while (!left.empty()) {
    const std::string folder = std::move(left.back());
    left.pop_back();
    for (const std::string& name : folders_in(path::join(root_, folder))) {
      const std::string below = path::join(folder, name);
      if (!enter_(below)) continue;
      const Status added = add(below);
      if (added) left.push_back(below);
      if (!added && added.error().hint.empty()) continue;
      if (!added) return added;
    }
  }
  return {};
}

void DirectoryWatch::forget_below(const std::string& directory) {
  for (auto it = folders_.begin(); it != folders_.end();) {
    if (is_below(it->second, directory)) {
      ::inotify_rm_watch(fd_, it->first);
      it = folders_.erase(it);
    } else {
      ++it;
    }
  }
}

Status DirectoryWatch::take_folder(std::uint32_t mask, const std::string& path, Changes& changes) {
  if (!enter_(path)) return {};
  if ((mask & (IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)) == 0) {
    changes.all = changes.all || (mask & IN_ATTRIB) != 0;  // it may be readable from now on
    return {};
  }
  changes.all = true;
  if ((mask & (IN_MOVED_FROM | IN_DELETE)) != 0) forget_below(path);
  if ((mask & (IN_CREATE | IN_MOVED_TO)) == 0) return {};
  const Status added = add(path);
  if (!added) return added.error().hint.empty() ? Status() : added;
  return add_below(path);
}

Status DirectoryWatch::take_all(Changes& changes) {
  alignas(inotify_event) std::array<char, 65536> buffer{};
  while (true) {
    const ssize_t size = ::read(fd_, buffer.data(), buffer.size());
    if (size <= 0) {
      if (size < 0 && errno == EINTR) continue;
      return {};
    }
    for (std::size_t at = 0; at < static_cast<std::size_t>(size);) {
      inotify_event event{};
      std::memcpy(&event, buffer.data() + at, sizeof event);
      const char* name = event.len > 0 ? buffer.data() + at + sizeof event : "";
      at += sizeof event + event.len;
      if ((event.mask & (IN_Q_OVERFLOW | IN_UNMOUNT)) != 0) {
        // Folders may have come unseen.
        changes.all = true;
        PYRAMID_TRY(add_below(""));
        continue;
      }
      const auto folder = folders_.find(event.wd);
      if (folder == folders_.end()) continue;
      if ((event.mask & (IN_DELETE_SELF | IN_MOVE_SELF)) != 0 && folder->second.empty()) {
        return fail(ErrorKind::kNotFound, "is gone: it was moved or removed", root_);
      }
      if ((event.mask & IN_IGNORED) != 0) {
        folders_.erase(folder);
        continue;
      }
      if (*name == '\0') continue;
      const std::string path = path::join(folder->second, name);
      if ((event.mask & IN_ISDIR) != 0) {
        PYRAMID_TRY(take_folder(event.mask, path, changes));
      } else {
        changes.files.insert(path);
      }
      if (changes.files.size() > kMostFiles) changes.all = true;
    }
  }
}

Result<bool> DirectoryWatch::wait(std::chrono::milliseconds patience, const Wake& wake,
                                  Changes& changes) {
  std::array<pollfd, 2> ready = {pollfd{fd_, POLLIN, 0}, pollfd{wake.descriptor(), POLLIN, 0}};
  const int count = ::poll(ready.data(), ready.size(), static_cast<int>(patience.count()));
  if (count < 0 && errno != EINTR) return watch_failure(root_, errno);
  if (count <= 0 || ready[0].revents == 0) return false;
  PYRAMID_TRY(take_all(changes));
  return true;
}

}  // namespace pyramid
