#include "cli/operation_command.hpp"

#include <fmt/format.h>

namespace pyramid::cli {

void add_recall(CLI::App& app, Command& chosen) {
  add_operation(
      app, chosen, "recall", &operations::recall_as_asked,
      {.print = [](Context& context, const RecallOptions&, const RecallReport& report) {
        print_memory(context.terminal(), report.text);
        if (report.refreshed) return;
        print_error(fmt::format("as of {}; later changes are not seen\n",
                                format_time(context.terminal().zone.local(report.checked_at))));
      }});
}

}  // namespace pyramid::cli
