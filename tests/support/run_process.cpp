#include "tests/support/run_process.hpp"

#include "tests/support/temp_directory.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace pyramid::test {

namespace {

std::string slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void redirect(const std::string& path, int flags, int to) {
  const int fd = ::open(path.c_str(), flags, 0600);
  if (fd < 0) _exit(126);
  ::dup2(fd, to);
  ::close(fd);
}

}  // namespace

// Files rather than pipes: no amount of output can block the child.
ProcessResult run_process(const std::vector<std::string>& command, const ProcessOptions& options) {
  const TempDirectory streams;
  std::ofstream(streams / "in", std::ios::binary) << options.input;
  const pid_t child = ::fork();
  if (child == 0) {
    redirect(streams / "in", O_RDONLY, STDIN_FILENO);
    redirect(streams / "out", O_WRONLY | O_CREAT, STDOUT_FILENO);
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
  int status = 0;
  ::waitpid(child, &status, 0);
  ProcessResult result;
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.out = slurp(streams / "out");
  result.err = slurp(streams / "err");
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
