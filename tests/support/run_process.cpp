#include "tests/support/run_process.hpp"

#include "tests/support/temp_directory.hpp"
#include "tests/support/tree.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>

namespace pyramid::test {

namespace {

void redirect(const std::string& path, int flags, int to) {
  const int fd = ::open(path.c_str(), flags, 0600);
  if (fd < 0) _exit(126);
  ::dup2(fd, to);
  ::close(fd);
}

// Both ends of a terminal that passes on every byte as it is.
struct FakeTerminal {
  FakeTerminal() : near(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) {
    if (::grantpt(near) != 0 || ::unlockpt(near) != 0) return;
    far = ::open(::ptsname(near), O_RDWR | O_NOCTTY | O_CLOEXEC);
    termios mode{};
    ::tcgetattr(far, &mode);
    ::cfmakeraw(&mode);
    ::tcsetattr(far, TCSANOW, &mode);
  }
  FakeTerminal(const FakeTerminal&) = delete;
  FakeTerminal& operator=(const FakeTerminal&) = delete;
  ~FakeTerminal() { ::close(near); }

  // Until the last program that writes to it has ended.
  std::string read_all() const {
    ::close(far);
    std::string text;
    std::array<char, 4096> bytes{};
    for (ssize_t got; (got = ::read(near, bytes.data(), bytes.size())) > 0;) {
      text.append(bytes.data(), static_cast<std::size_t>(got));
    }
    return text;
  }

  int near = -1, far = -1;
};

}  // namespace

// Files rather than pipes: no amount of output can block the child.
ProcessResult run_process(const std::vector<std::string>& command, const ProcessOptions& options) {
  const TempDirectory streams;
  std::ofstream(streams / "in", std::ios::binary) << options.input;
  std::optional<FakeTerminal> terminal;
  if (options.on_terminal) terminal.emplace();
  const pid_t child = ::fork();
  if (child == 0) {
    redirect(streams / "in", O_RDONLY, STDIN_FILENO);
    redirect(streams / "out", O_WRONLY | O_CREAT, STDOUT_FILENO);
    if (terminal) ::dup2(terminal->far, STDOUT_FILENO);
    redirect(streams / "err", O_WRONLY | O_CREAT, STDERR_FILENO);
    if (!options.directory.empty() && ::chdir(options.directory.c_str()) != 0) _exit(126);
    for (const auto& [name, value] : options.environment) {
      if (value.empty()) {
        ::unsetenv(name.c_str());
      } else {
        ::setenv(name.c_str(), value.c_str(), 1);
      }
    }
    std::vector<char*> arguments;
    for (const std::string& one : command) arguments.push_back(const_cast<char*>(one.c_str()));
    arguments.push_back(nullptr);
    ::execvp(arguments[0], arguments.data());
    _exit(127);
  }
  ProcessResult result;
  if (terminal) result.out = terminal->read_all();
  int status = 0;
  ::waitpid(child, &status, 0);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (!terminal) result.out = bytes_of(streams / "out");
  result.err = bytes_of(streams / "err");
  return result;
}

ProcessResult run_git(const std::string& directory, const std::vector<std::string>& arguments) {
  std::vector<std::string> command = {"git"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  ProcessOptions options;
  options.directory = directory;
  options.environment = {{"GIT_CONFIG_GLOBAL", "/dev/null"},
                         {"GIT_CONFIG_NOSYSTEM", "1"},
                         {"GIT_AUTHOR_NAME", "Test"},
                         {"GIT_AUTHOR_EMAIL", "test@example.org"},
                         {"GIT_COMMITTER_NAME", "Test"},
                         {"GIT_COMMITTER_EMAIL", "test@example.org"},
                         {"GIT_AUTHOR_DATE", "2026-05-01T00:00:00Z"},
                         {"GIT_COMMITTER_DATE", "2026-05-01T00:00:00Z"}};
  return run_process(command, options);
}

}  // namespace pyramid::test
