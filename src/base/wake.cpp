#include "base/wake.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

namespace pyramid {

Wake::Wake() : fd_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Wake::~Wake() {
  if (fd_ >= 0) ::close(fd_);
}

void Wake::ring() const {
  if (fd_ >= 0) static_cast<void>(::eventfd_write(fd_, 1));
}

}  // namespace pyramid
