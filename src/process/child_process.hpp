// Another program, run by ours.
#pragma once

#include "pyramid/result.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace pyramid::process {

struct ChildAnswer {
  int exit_code = -1;  // 128 + signal where it was ended by one
  std::string out;
};

// Gives it `input` and takes its output; its messages are thrown away. Ended where it takes longer
// than `patience`: kIo, as where it cannot be started.
Result<ChildAnswer> run_child(const std::vector<std::string>& command, const std::string& input,
                              std::chrono::milliseconds patience);

// Starts it in a session of its own, without any of our files, and does not wait for it.
Status start_detached(const std::vector<std::string>& command);

}  // namespace pyramid::process
