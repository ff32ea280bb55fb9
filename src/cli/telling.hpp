// A fact that is told on the command line: `observe`, and `internal observe TEXT`.
#pragma once

#include "cli/context.hpp"

#include <string>
#include <vector>

namespace CLI {
class Option;
}

namespace pyramid::cli {

struct ObserveArguments {
  ObserveOptions options;
  std::vector<std::string> words;
  std::string at;
};

// Adds TEXT, which it gives, and the options of the fact. `arguments` is borrowed by the command.
CLI::Option* add_fact(CLI::App& command, ObserveArguments& arguments);
int run_observe(Context& context, ObserveArguments arguments);

}  // namespace pyramid::cli
