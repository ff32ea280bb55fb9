#include "console/standard_channel.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace pyramid::console {

std::size_t StandardChannel::read(char* into, std::size_t most) {
  while (true) {
    const ssize_t count = ::read(STDIN_FILENO, into, most);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR || progress_.cancelled()) return 0;
  }
}

bool StandardChannel::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool StandardChannel::is_open() {
  struct pollfd out = {STDOUT_FILENO, 0, 0};
  if (::poll(&out, 1, 0) < 0) return true;
  return (out.revents & (POLLERR | POLLHUP | POLLNVAL)) == 0;
}

}  // namespace pyramid::console
