// The built program, run as a person would, cut off from the machine's git configuration.
#pragma once

#include "tests/support/catch.hpp"
#include "tests/support/run_process.hpp"
#include "tests/support/temp_directory.hpp"

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace pyramid::test {

inline constexpr const char* kNow = "2026-05-15T09:00:00Z";
inline const std::string kSamples = PYRAMID_SOURCE_DIR "/sample-workspace/conversations";

class Program {
 public:
  [[nodiscard]] std::string root() const { return directory_ / "memory"; }
  [[nodiscard]] std::string outside(const std::string& name) const { return directory_ / name; }
  [[nodiscard]] std::string inside(const std::string& name) const { return root() + "/" + name; }

  // Root reads closed folders too: from now on the program runs without that privilege.
  void drop_root_privilege() {
    if (::geteuid() == 0) prefix_ = {"setpriv", "--bounding-set=-dac_override,-dac_read_search"};
  }

  // From now on the program sees the workspace on a file system that is read only; false where this
  // machine does not let us make one.
  [[nodiscard]] bool mount_read_only() {
    prefix_ = {"unshare",
               "-rm",
               "sh",
               "-c",
               "mount --bind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\" && exec \"$@\"",
               root()};
    std::vector<std::string> probe = prefix_;
    probe.emplace_back("true");
    return run_process(probe).exit_code == 0;
  }

  // `pyramid ARGUMENTS… --now …` in the temporary folder.
  [[nodiscard]] ProcessResult run(std::vector<std::string> arguments,
                                  const std::string& directory = {}) const {
    arguments.insert(arguments.begin(), PYRAMID_PROGRAM);
    arguments.insert(arguments.begin(), prefix_.begin(), prefix_.end());
    arguments.insert(arguments.end(), {"--now", now});
    ProcessOptions options;
    options.directory = directory.empty() ? directory_.path() : directory;
    options.on_terminal = on_terminal;
    options.input = input;
    options.environment = {{"GIT_CONFIG_GLOBAL", "/dev/null"},
                           {"GIT_CONFIG_NOSYSTEM", "1"},
                           {"HOME", directory_.path()},
                           {"XDG_CONFIG_HOME", config_.path()},
                           {"TZ", "UTC"},
                           {"PYRAMID_WORKSPACE", ""},
                           {"NO_COLOR", ""},
                           {"CLAUDE_CONFIG_DIR", ""},
                           {"CODEX_HOME", ""},
                           {"OPENAI_API_KEY", ""},
                           {"OPENAI_BASE_URL", ""},
                           {"OPENCLAW_STATE_DIR", ""},
                           {"OLLAMA_HOST", "127.0.0.1:1"},  // nobody answers there
                           {"LLAMA_ARG_PORT", "1"}};
    for (const auto& [name, value] : environment) options.environment[name] = value;
    return run_process(arguments, options);
  }
  // The same with `-w` the workspace.
  [[nodiscard]] ProcessResult in_workspace(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"-w", root()});
    return run(std::move(arguments));
  }
  std::map<std::string, std::string> environment;  // beside that, for every run
  std::string now = kNow;
  std::string input;         // standard input
  bool on_terminal = false;  // a person looks at what it answers

  void init() const { REQUIRE(run({"init", root()}).exit_code == 0); }

  void write(const std::string& path, const std::string& bytes) const {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
  }

 private:
  std::vector<std::string> prefix_;
  TempDirectory directory_, config_;
};

// What a refused command has to look like: behind the progress one line on stderr, the last, that
// names `needle`, and its code.
inline void check_refused(const ProcessResult& result, int code, const std::string& needle) {
  INFO("stderr: " << result.err << "stdout: " << result.out);
  CHECK(result.exit_code == code);
  const std::size_t line = result.err.find("pyramid: ");
  REQUIRE(line != std::string::npos);
  CHECK((line == 0 || result.err[line - 1] == '\n'));
  CHECK(result.err.find('\n', line) + 1 == result.err.size());
  CHECK(result.err.find(needle, line) != std::string::npos);
}

}  // namespace pyramid::test
