#include "index/regular_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace pyramid::index {

int open_regular(const std::string& path, int flags) {
  const int fd = ::open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0644);
  if (fd < 0) {
    if (errno == ELOOP || errno == ENXIO || errno == EISDIR || errno == ENODEV) errno = EINVAL;
    return -1;
  }
  struct stat info{};
  if (::fstat(fd, &info) == 0 && S_ISREG(info.st_mode)) return fd;
  ::close(fd);
  errno = EINVAL;
  return -1;
}

Status check_regular(const std::string& path) {
  struct stat info{};
  if (::lstat(path.c_str(), &info) != 0 || S_ISREG(info.st_mode)) return {};
  return fail(ErrorKind::kCorruptCache, "something else stands in the place of an index file", path,
              "move it away");
}

Status remove_entry(const std::string& path) {
  if (::unlink(path.c_str()) == 0 || errno == ENOENT) return {};
  if (errno == EISDIR || errno == EPERM) {  // Linux says the one, POSIX the other
    if (::rmdir(path.c_str()) == 0) return {};
    // It holds something of somebody's: it makes room, and the index goes on.
    for (int number = 1; errno == ENOTEMPTY || errno == EEXIST; ++number) {
      const std::string aside = path + ".put-aside-" + std::to_string(number);
      struct stat there{};
      if (::lstat(aside.c_str(), &there) == 0) {
        errno = EEXIST;
        continue;
      }
      if (::rename(path.c_str(), aside.c_str()) == 0) return {};
    }
  }
  return fail(ErrorKind::kIo, "the damaged index cannot be removed", path, {},
              std::generic_category().message(errno));
}

}  // namespace pyramid::index
