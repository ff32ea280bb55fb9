#include "base/text.hpp"
#include "cli/context.hpp"
#include "cli/sync_report.hpp"
#include "cli/values.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace pyramid::cli {

namespace {

void print_report(const BootstrapReport& report) {
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

int run_bootstrap(Context& context, BootstrapOptions options) {
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  options.workspace = std::move(*workspace);
  options.source = expand_home(options.source);
  const Result<BootstrapReport> report = bootstrap(context.environment(), options);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
  } else if (!context.quiet()) {
    print_report(*report);
  }
  int code = context.report(report->imported.diagnostics);
  if (report->synced && context.report(report->synced->diagnostics) != kExitOk) {
    code = kExitProblems;
  }
  return report->imported.failed > 0 ? kExitEngine : code;
}

}  // namespace

void add_bootstrap(CLI::App& app, Command& chosen) {
  CLI::App* command =
      app.add_subcommand("bootstrap", "Import all that another program kept, then sync");
  auto options = std::make_shared<BootstrapOptions>();
  auto only_import = std::make_shared<bool>(false);
  command->add_option("--source,source", options->source, "A Glenn database, or any other source")
      ->type_name("DB")
      ->required();
  command->add_option("-p,--parallel", options->parallel, "Engine calls at once")
      ->type_name("N")
      ->check(whole_number(1, kMostWorkers));
  command->add_option("--conversation", options->conversation, "Only the conversation with this id")
      ->type_name("ID");
  command->add_option("--limit", options->limit, "Messages at most")
      ->type_name("N")
      ->check(whole_number(1, kMostItems));
  command->add_option("--user", options->user, "Who you are in it: only that one's words are yours")
      ->type_name("NAME");
  command->add_flag("--no-summarize", *only_import, "Conversations and observations only");
  command->footer(
      "Every conversation of the source, whatever program kept it: its content tells the format.\n"
      "Again, it takes in what is new there.\n\n"
      "Examples:\n"
      "  pyramid bootstrap --source glenn.db\n"
      "  pyramid bootstrap --source glenn.db --no-summarize");
  command->callback([options, only_import, &chosen] {
    chosen = [options, only_import](Context& context) {
      options->summarize = !*only_import;
      return run_bootstrap(context, *options);
    };
  });
}

}  // namespace pyramid::cli
