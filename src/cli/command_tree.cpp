#include "base/text.hpp"
#include "cli/operation_command.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace pyramid::cli {

namespace {

void print_tree(const Context& context, const TreeReport& report) {
  if (report.lines.empty())
    print("No topics: pyramid.yaml has `policy: topics` where there are.\n");
  for (const TreeLine& line : report.lines) {
    const std::string leaves =
        line.leaves == 0
            ? ""
            : " (" + count_of(static_cast<std::size_t>(line.leaves), "leaf", "leaves") + ")";
    print(fmt::format("{}{}{}  {}\n", std::string(line.level * 2, ' '), printable(line.key), leaves,
                      styled(context.terminal(), Style::kDim, printable(line.path))));
  }
}

}  // namespace

void add_tree(CLI::App& app, Command& chosen) {
  add_operation(app, chosen, "tree", &topic_tree, {.print = print_tree});
}

}  // namespace pyramid::cli
