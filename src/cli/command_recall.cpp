#include "base/text.hpp"
#include "cli/operation_command.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace pyramid::cli {

void add_recall(CLI::App& app, Command& chosen) {
  add_operation(
      app, chosen, "recall", &recall,
      {.print =
           [](Context& context, const RecallOptions&, const RecallReport& report) {
             print_memory(context.terminal(), report.text);
             if (report.refreshed) return;
             print_error(
                 fmt::format("as of {}; later changes are not seen\n",
                             format_time(context.terminal().zone.local(report.checked_at))));
           },
       .prepare = [](Context&, RecallOptions& options) -> Status {
         if (!trim(options.prompt).empty()) return {};
         return fail(ErrorKind::kUsage, "the prompt is empty", {}, "say what the turn is about");
       }});
}

}  // namespace pyramid::cli
