#include "process/child_process.hpp"

#include "base/text.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <system_error>

extern char** environ;

namespace pyramid::process {

namespace {

using SteadyClock = std::chrono::steady_clock;

std::vector<char*> as_argv(const std::vector<std::string>& command) {
  std::vector<char*> argv;
  for (const std::string& one : command) argv.push_back(const_cast<char*>(one.c_str()));
  argv.push_back(nullptr);
  return argv;
}

Failure cannot_start(const std::vector<std::string>& command, int error) {
  return fail(ErrorKind::kIo, "cannot run " + printable(command.front()), {}, {},
              std::generic_category().message(error));
}

class Pipe {
 public:
  Pipe() { is_open_ = ::pipe2(ends_.data(), O_CLOEXEC) == 0; }
  ~Pipe() {
    close(0);
    close(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  [[nodiscard]] bool is_open() const { return is_open_; }
  [[nodiscard]] int end(std::size_t which) const { return ends_[which]; }
  void close(std::size_t which) {
    if (ends_[which] >= 0) ::close(ends_[which]);
    ends_[which] = -1;
  }

 private:
  std::array<int, 2> ends_ = {-1, -1};
  bool is_open_ = false;
};

// Feeds and reads until the other end is closed; false: it took too long.
bool exchange(Pipe& in, Pipe& out, std::string_view input, std::string& taken,
              SteadyClock::time_point end) {
  ::fcntl(in.end(1), F_SETFL, O_NONBLOCK);
  std::array<char, 65536> piece{};
  while (true) {
    if (input.empty()) in.close(1);
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - SteadyClock::now()).count();
    if (left <= 0) return false;
    std::array<pollfd, 2> wait = {pollfd{out.end(0), POLLIN, 0}, pollfd{in.end(1), POLLOUT, 0}};
    if (::poll(wait.data(), wait.size(), static_cast<int>(left)) < 0 && errno != EINTR)
      return false;
    if (wait[1].revents != 0) {
      const ssize_t count = ::write(in.end(1), input.data(), input.size());
      if (count > 0) {
        input.remove_prefix(static_cast<std::size_t>(count));
      } else if (errno != EAGAIN && errno != EINTR) {
        input = {};  // it reads no more
      }
    }
    if (wait[0].revents != 0) {
      const ssize_t count = ::read(out.end(0), piece.data(), piece.size());
      if (count == 0) return true;
      if (count > 0) taken.append(piece.data(), static_cast<std::size_t>(count));
    }
  }
}

}  // namespace

Result<ChildAnswer> run_child(const std::vector<std::string>& command, const std::string& input,
                              std::chrono::milliseconds patience) {
  std::signal(SIGPIPE, SIG_IGN);
  Pipe in, out;
  if (!in.is_open() || !out.is_open()) return cannot_start(command, errno);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, in.end(0), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, out.end(1), STDOUT_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, command.front().c_str(), &actions, nullptr,
                                    as_argv(command).data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return cannot_start(command, failed);
  in.close(0);
  out.close(1);
  ChildAnswer answer;
  const bool ended = exchange(in, out, input, answer.out, SteadyClock::now() + patience);
  if (!ended) ::kill(child, SIGKILL);
  int state = 0;
  while (::waitpid(child, &state, 0) < 0 && errno == EINTR) {
  }
  if (!ended) {
    return fail(ErrorKind::kIo, printable(command.front()) + " did not end in time");
  }
  answer.exit_code = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
  return answer;
}

Status start_detached(const std::vector<std::string>& command) {
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, command.front().c_str(), &actions, &attributes,
                                    as_argv(command).data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return cannot_start(command, failed);
  return {};
}

}  // namespace pyramid::process
