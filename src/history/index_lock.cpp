#include "history/index_lock.hpp"

#include "history/process_name.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <thread>
#include <utility>

namespace pyramid::history {

namespace {

constexpr mode_t kAsUmaskSays = 0666;

std::string lock_of(const std::string& index) { return index + ".lock"; }

bool are_one_file(const std::string& a, const std::string& b) {
  struct stat one{}, other{};
  return ::stat(a.c_str(), &one) == 0 && ::stat(b.c_str(), &other) == 0 &&
         one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

}  // namespace

void release_stale_lock(const std::string& index) {
  for (const std::string& name : named_by_the_gone(index)) {
    if (are_one_file(name, lock_of(index))) ::unlink(lock_of(index).c_str());
    ::unlink(name.c_str());
  }
}

bool comes_free(const std::string& index,
                const std::function<void(std::chrono::milliseconds)>& pause) {
  constexpr std::chrono::milliseconds kPatience{2000}, kStep{50};
  for (std::chrono::milliseconds waited{0};; waited += kStep) {
    if (::access(lock_of(index).c_str(), F_OK) != 0) return true;
    release_stale_lock(index);
    if (::access(lock_of(index).c_str(), F_OK) != 0) return true;
    if (waited >= kPatience) return false;
    pause(kStep);
  }
}

bool comes_free(const std::string& index) {
  return comes_free(index,
                    [](std::chrono::milliseconds time) { std::this_thread::sleep_for(time); });
}

Failure index_is_held(const std::string& index) {
  return fail(ErrorKind::kConflict, "another git program holds the index", lock_of(index),
              "wait for it to end; if none is running, remove that file");
}

IndexLock::IndexLock(std::string index)
    : index_(std::move(index)), path_(lock_of(index_)), mine_(named_by_this_process(index_)) {}

IndexLock::~IndexLock() {
  if (fd_ >= 0) ::close(fd_);
  if (held_) ::unlink(path_.c_str());
  if (named_) ::unlink(mine_.c_str());
}

Status IndexLock::take() {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));  // of a take() in vain
  ::unlink(mine_.c_str());                        // of an earlier process with this number
  fd_ = ::open(mine_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kAsUmaskSays);
  if (fd_ < 0) return not_written();
  named_ = true;
  if (::link(mine_.c_str(), path_.c_str()) == 0) {
    held_ = true;
    return {};
  }
  if (errno == EEXIST) return index_is_held(index_);
  // No file has two names here.
  ::close(fd_);
  fd_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kAsUmaskSays);
  if (fd_ < 0 && errno == EEXIST) return index_is_held(index_);
  if (fd_ < 0) return not_written();
  held_ = true;
  return {};
}

Status IndexLock::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(fd_, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return not_written();
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return {};
}

Status IndexLock::put_in_place() {
  struct stat old{};
  if (::stat(index_.c_str(), &old) == 0 && ::fchmod(fd_, old.st_mode & 07777U) != 0) {
    return not_written();
  }
  if (::close(std::exchange(fd_, -1)) != 0) return not_written();
  if (::rename(path_.c_str(), index_.c_str()) != 0) return not_written();
  held_ = false;
  return {};
}

Failure IndexLock::not_written() const {
  return fail(ErrorKind::kIo, "git's index cannot be written", path_, {},
              std::generic_category().message(errno));
}

}  // namespace pyramid::history
