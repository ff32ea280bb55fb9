// Runs a real program and keeps what it said.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace pyramid::test {

struct ProcessOptions {
  std::string directory;                           // working directory; "" = ours
  std::map<std::string, std::string> environment;  // added to ours; an empty value unsets
  std::string input;                               // standard input
  bool on_terminal = false;                        // standard output is one
};

struct ProcessResult {
  int exit_code = -1;  // 128 + signal when killed
  std::string out, err;
};

ProcessResult run_process(const std::vector<std::string>& command,
                          const ProcessOptions& options = {});

// git in `directory`, cut off from the machine's configuration, with a fixed identity and time.
ProcessResult run_git(const std::string& directory, const std::vector<std::string>& arguments);

}  // namespace pyramid::test
