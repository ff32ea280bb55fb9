#include "index/flat_file.hpp"

#include "index/regular_file.hpp"
#include "index/sum.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace pyramid::index {

namespace {

constexpr std::string_view kMagic = "PYRFLAT1";
constexpr std::uint32_t kVersion = 3;
constexpr int kTries = 20;  // a millisecond each, for a writer that is not at its turn

Failure io_failure(const std::string& path) {
  const int code = errno;
  return fail(code == ENOENT ? ErrorKind::kNotFound : ErrorKind::kIo, "cannot use the index file",
              path, {}, std::generic_category().message(code));
}

std::array<char, 64> header_of(std::string_view content, std::size_t record_size) {
  std::array<char, 64> header{};
  const auto size = static_cast<std::uint32_t>(record_size);
  std::memcpy(header.data(), kMagic.data(), kMagic.size());
  std::memcpy(header.data() + 8, &kVersion, 4);
  std::memcpy(header.data() + 12, &size, 4);
  std::memcpy(header.data() + 16, content.data(), std::min<std::size_t>(content.size(), 32));
  return header;
}

// A file without a name that lives as long as its descriptor.
int make_in_memory() { return ::memfd_create("pyramid", MFD_CLOEXEC); }

// From the beginning to the end.
bool copy_bytes(int source, int fd) {
  off_t at = 0;
  ssize_t copied = 1;
  while (copied > 0 || (copied < 0 && errno == EINTR)) {
    copied = ::sendfile(fd, source, &at, std::size_t{1} << 30U);
  }
  return copied == 0;
}

// The same with the bytes of `path`.
int copy_to_memory(const std::string& path) {
  const int source = open_regular(path, O_RDONLY);
  if (source < 0) return -1;
  const int fd = make_in_memory();
  if (fd >= 0) static_cast<void>(copy_bytes(source, fd));  // what lacks is seen by who reads it
  ::close(source);
  return fd;
}

int make_on_disk(const std::string& path) {
  // Of a file of another index, or of one before, somebody may have a mapping: it goes on as
  // theirs.
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) return -1;
  return open_regular(path, O_RDWR | O_CREAT | O_EXCL);
}

// With its place, so that no record is taken for another's.
bool has_sum_behind(const std::byte* record, std::size_t size, std::size_t row) {
  std::uint64_t sum = 0;
  std::memcpy(&sum, record + size, sizeof sum);
  return sum == mix(sum_of(record, size), row);
}

int open_as(const std::string& path, Mode mode) {
  if (mode == Mode::kCopy) return copy_to_memory(path);
  return open_regular(path, mode == Mode::kRead ? O_RDONLY : O_RDWR);
}

// Where the file system cannot reserve: zeros take the room as well.
bool write_zeros(int fd, off_t from, off_t to) {
  static constexpr std::array<char, 1 << 16> kZeros{};
  while (from < to) {
    const auto size = std::min<std::size_t>(kZeros.size(), static_cast<std::size_t>(to - from));
    const ssize_t written = ::pwrite(fd, kZeros.data(), size, from);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    from += written;
  }
  return true;
}

}  // namespace

FlatFile::~FlatFile() {
  unmap();
  if (fd_ >= 0) ::close(fd_);
}

FlatFile::FlatFile(FlatFile&& other) noexcept { *this = std::move(other); }

FlatFile& FlatFile::operator=(FlatFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(fd_, other.fd_);
  std::swap(writable_, other.writable_);
  std::swap(set_, other.set_);
  std::swap(data_, other.data_);
  std::swap(mapped_, other.mapped_);
  std::swap(record_size_, other.record_size_);
  std::swap(records_, other.records_);
  return *this;
}

Result<FlatFile> FlatFile::open(const std::string& path, std::string_view content,
                                std::size_t record_size, Mode mode) {
  FlatFile file;
  file.path_ = path;
  file.writable_ = mode != Mode::kRead;
  file.record_size_ = record_size;
  file.fd_ = open_as(path, mode);
  if (file.fd_ < 0 && (errno == ENOENT || errno == EINVAL)) {
    return fail(ErrorKind::kCorruptCache, "the index has lost a file", path);
  }
  if (file.fd_ < 0) return io_failure(path);
  const auto header = header_of(content, record_size);
  std::array<char, kHeader> found{};
  const bool whole = ::pread(file.fd_, found.data(), found.size(), 0) == ssize_t{kHeader};
  if (!whole || !std::equal(header.begin(), header.begin() + kSetAt, found.begin())) {
    return fail(ErrorKind::kCorruptCache, "a file of the index is damaged or of another version",
                path, "delete it and run the command again");
  }
  std::memcpy(&file.set_, found.data() + kSetAt, sizeof file.set_);
  PYRAMID_TRY(file.map());
  return file;
}

Result<FlatFile> FlatFile::make(const std::string& path, std::string_view content,
                                std::size_t record_size, std::uint64_t set, Mode mode) {
  FlatFile file;
  file.path_ = path;
  file.writable_ = true;
  file.record_size_ = record_size;
  file.set_ = set;
  file.fd_ = mode == Mode::kWrite ? make_on_disk(path) : make_in_memory();
  if (file.fd_ < 0) return io_failure(path);
  auto header = header_of(content, record_size);
  std::memcpy(header.data() + kSetAt, &set, sizeof set);
  if (::pwrite(file.fd_, header.data(), header.size(), 0) != ssize_t{kHeader}) {
    return io_failure(path);
  }
  PYRAMID_TRY(file.map());
  return file;
}

Result<FlatFile> FlatFile::copy(const FlatFile& from, const std::string& path, std::uint64_t set) {
  FlatFile file;
  file.path_ = path;
  file.writable_ = true;
  file.record_size_ = from.record_size_;
  file.set_ = set;
  file.fd_ = make_on_disk(path);
  if (file.fd_ < 0 || !copy_bytes(from.fd_, file.fd_)) return io_failure(path);
  if (::pwrite(file.fd_, &set, sizeof set, kSetAt) != ssize_t{sizeof set}) return io_failure(path);
  PYRAMID_TRY(file.set_mark(0));
  PYRAMID_TRY(file.map());
  return file;
}

Status FlatFile::resize(std::size_t records) {
  if (records <= records_) return {};
  // Room for some more: appending a few rows a sync should not remap each time.
  const std::size_t room = records + records / 8 + 64;
  PYRAMID_TRY(take_room(kHeader + room * (record_size_ + kSum)));
  unmap();
  return map();
}

Status FlatFile::cover(std::size_t records) {
  if (records <= records_) return {};
  unmap();
  return map();
}

Status FlatFile::take_room(std::size_t size) {
  struct stat info{};
  if (::fstat(fd_, &info) != 0) return io_failure(path_);
  const off_t had = info.st_size;
  const auto wanted = static_cast<off_t>(size);
  if (wanted <= had) return {};
  int taken = 0;
  do {
    taken = ::fallocate(fd_, 0, had, wanted - had);
  } while (taken != 0 && errno == EINTR);
  if (taken == 0) return {};
  const bool refused = errno == EOPNOTSUPP || errno == ENOSYS || errno == EINVAL;
  if (refused && write_zeros(fd_, had, wanted)) return {};
  Failure failure = io_failure(path_);
  static_cast<void>(::ftruncate(fd_, had));  // what came of it helps nobody
  return failure;
}

bool FlatFile::has_sum(std::size_t row) const {
  return has_sum_behind(record(row), record_size_, row);
}

bool FlatFile::is_sound_soon(std::size_t row) const {
  for (int i = 0; i < kTries; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (has_sum(row)) return true;
  }
  return false;
}

Status FlatFile::put(std::size_t row, std::span<const std::byte> bytes) {
  if (row >= records_) {
    return fail(ErrorKind::kCorruptCache, "a file of the index is too short", path_,
                "run the command again");
  }
  std::byte* record = data_ + kHeader + row * (record_size_ + kSum);
  const std::size_t given = std::min(bytes.size(), record_size_);
  std::copy_n(bytes.begin(), given, record);
  std::memset(record + given, 0, record_size_ - given);
  const std::uint64_t sum = mix(sum_of(record, record_size_), row);
  std::memcpy(record + record_size_, &sum, kSum);
  return {};
}

std::uint64_t FlatFile::mark() const {
  std::uint64_t mark = 0;
  if (::pread(fd_, &mark, sizeof mark, kMarkAt) != ssize_t{sizeof mark}) return 0;
  return mark;
}

Status FlatFile::set_mark(std::uint64_t mark) {
  if (::pwrite(fd_, &mark, sizeof mark, kMarkAt) == ssize_t{sizeof mark}) return {};
  return io_failure(path_);
}

Status FlatFile::lock() {
  while (::flock(fd_, LOCK_EX) != 0) {
    if (errno != EINTR) return io_failure(path_);
  }
  return {};
}

void FlatFile::unlock() { ::flock(fd_, LOCK_UN); }

bool FlatFile::is_locked_elsewhere() const {
  if (::flock(fd_, LOCK_SH | LOCK_NB) != 0) return errno == EWOULDBLOCK;
  ::flock(fd_, LOCK_UN);
  return false;
}

bool FlatFile::read(std::size_t row, std::span<std::byte> out) const {
  std::vector<std::byte> bytes(record_size_ + kSum);
  const auto at = static_cast<off_t>(kHeader + row * bytes.size());
  for (int i = 0; i <= kTries; ++i) {
    if (i > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const ssize_t size = ::pread(fd_, bytes.data(), bytes.size(), at);
    if (size != static_cast<ssize_t>(bytes.size())) continue;
    if (!has_sum_behind(bytes.data(), record_size_, row)) continue;
    std::copy_n(bytes.begin(), record_size_, out.begin());
    return true;
  }
  return false;
}

void FlatFile::done_with(std::size_t from, std::size_t row) const {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t begin = (kHeader + from * (record_size_ + kSum)) / page * page;
  const std::size_t end = (kHeader + row * (record_size_ + kSum)) / page * page;
  // What was changed stays changed: the pages are the file's.
  if (end > begin) ::madvise(data_ + begin, end - begin, MADV_DONTNEED);
}

Status FlatFile::map() {
  struct stat info{};
  if (::fstat(fd_, &info) != 0) return io_failure(path_);
  mapped_ = static_cast<std::size_t>(info.st_size);
  const int protection = writable_ ? PROT_READ | PROT_WRITE : PROT_READ;
  void* place = ::mmap(nullptr, mapped_, protection, MAP_SHARED, fd_, 0);
  if (place == MAP_FAILED) {
    mapped_ = 0;
    return io_failure(path_);
  }
  data_ = static_cast<std::byte*>(place);
  records_ = (mapped_ - kHeader) / (record_size_ + kSum);
  return {};
}

void FlatFile::unmap() {
  if (data_ != nullptr) ::munmap(data_, mapped_);
  data_ = nullptr;
  mapped_ = records_ = 0;
}

}  // namespace pyramid::index
