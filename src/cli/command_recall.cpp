#include "base/text.hpp"
#include "cli/operation_command.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace pyramid::cli {

namespace {

// "- models  MEMORY.md#L3-L5: there was no room", behind the text.
void print_decisions(const Terminal& terminal, const std::vector<RecallDecision>& decisions) {
  print("\n");
  for (const RecallDecision& one : decisions) {
    const std::string outcome = one.taken ? "" : ": left out, " + one.reason;
    print(styled(terminal, Style::kDim,
                 fmt::format("{} {:<8}  {}{}", one.taken ? "+" : "-", one.layer,
                             printable(one.citation), outcome)) +
          "\n");
  }
}

}  // namespace

void add_recall(CLI::App& app, Command& chosen) {
  auto explain = std::make_shared<bool>(false);
  CLI::App* command = add_operation(
      app, chosen, "recall", &operations::recall_as_asked,
      {.print = [explain](Context& context, const RecallReport& report) {
        print_memory(context.terminal(), report.text);
        if (*explain) print_decisions(context.terminal(), report.decisions);
        if (report.refreshed) return;
        print_error(fmt::format("as of {}; later changes are not seen\n",
                                format_time(context.terminal().zone.local(report.checked_at))));
      }});
  command->add_flag("--explain", *explain,
                    "Show which layer gave what, and what was left out and why");
}

}  // namespace pyramid::cli
