#include "base/mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace pyramid {

namespace {

Failure cannot_map(const std::string& path, int code) {
  return fail(code == ENOENT || code == ENOTDIR ? ErrorKind::kNotFound : ErrorKind::kIo,
              "cannot read", path, {}, std::generic_category().message(code));
}

}  // namespace

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<char*>(data_), size_);
}

MappedFile::MappedFile(MappedFile&& other) noexcept { *this = std::move(other); }

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

Result<MappedFile> MappedFile::open(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // waits for no pipe
  if (fd < 0) return cannot_map(path, errno);
  MappedFile file;
  struct stat info{};
  int code = ::fstat(fd, &info) == 0 ? 0 : errno;
  if (code == 0 && !S_ISREG(info.st_mode)) code = S_ISDIR(info.st_mode) ? EISDIR : EINVAL;
  if (code == 0 && info.st_size > 0) {
    const auto size = static_cast<std::size_t>(info.st_size);
    void* place = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
    if (place == MAP_FAILED) {
      code = errno;
    } else {
      file.data_ = static_cast<const char*>(place);
      file.size_ = size;
    }
  }
  ::close(fd);
  if (code != 0) return cannot_map(path, code);
  return file;
}

}  // namespace pyramid
