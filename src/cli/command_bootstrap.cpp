#include "base/text.hpp"
#include "cli/operation_command.hpp"
#include "cli/sync_report.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace pyramid::cli {

namespace {

void print_bootstrapped(const BootstrapReport& report) {
  const ImportReport& imported = report.imported;
  print(fmt::format("{} read: {}, {} unchanged.\n",
                    count_of(imported.conversations, "conversation"), came_in(imported),
                    imported.unchanged));
  print_left_out(imported);
  if (report.synced) {
    print_sync_report(*report.synced);
    return;
  }
  print_observations(imported);
  if (!imported.commit.empty()) print(fmt::format("Committed as {:.8}.\n", imported.commit));
  print("Next: pyramid sync\n");
}

}  // namespace

void add_bootstrap(CLI::App& app, Command& chosen) {
  add_operation(
      app, chosen, "bootstrap", &bootstrap,
      {.print = print_bootstrapped, .outcome = [](Context& context, const BootstrapReport& report) {
         int code = context.report(report.imported.diagnostics);
         if (report.synced) {
           code = std::max(code, context.report(report.synced->diagnostics));
         }
         return report.imported.failed > 0 ? kExitEngine : code;
       }});
}

}  // namespace pyramid::cli
