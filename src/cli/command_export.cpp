// `export` and `retrieve`: what other programs load of a memory.
#include "base/text.hpp"
#include "cli/context.hpp"
#include "cli/values.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <memory>

namespace pyramid::cli {

namespace {

int run_export(Context& context, ExportOptions options) {
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  options.workspace = std::move(*workspace);
  if (!options.directory.empty()) {
    options.directory = std::filesystem::absolute(expand_home(options.directory)).string();
  }
  const Result<ExportReport> report = export_models(context.environment(), options);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
  } else if (!context.quiet()) {
    for (const std::string& name : report->written) print("Wrote " + printable(name) + "\n");
    print(fmt::format("{} written, {} unchanged in {}.\n", count_of(report->written.size(), "file"),
                      report->unchanged.size(), printable(report->directory)));
  }
  return context.report(report->diagnostics);
}

int run_retrieve(Context& context, RetrieveOptions options) {
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  options.workspace = std::move(*workspace);
  const Result<RetrieveReport> report = retrieve(context.environment(), options);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
  } else if (report->summaries.empty()) {
    print("No summary yet.\n");
  } else {
    print_memory(context.terminal(), report->text);
  }
  return context.report(report->diagnostics);
}

}  // namespace

void add_export(CLI::App& app, Command& chosen) {
  CLI::App* command =
      app.add_subcommand("export", "Write SOUL.md, USER.md and TOOLS.md for other programs");
  auto options = std::make_shared<ExportOptions>();
  command->add_option("DIR", options->directory, "Where to; without it as pyramid.yaml says");
  command->add_flag("--force", options->force,
                    "Also over a file of your own, which is kept as NAME.bak");
  command->footer(
      "What MEMORY.md says of the assistant, the user and the system, as Recent, This Month and\n"
      "Historical. A file that says it already is not touched, a person's own is left as it is.\n\n"
      "Examples:\n"
      "  pyramid export\n"
      "  pyramid export ~/.openclaw/workspace/memory");
  command->callback([options, &chosen] {
    chosen = [options](Context& context) { return run_export(context, *options); };
  });
}

void add_retrieve(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("retrieve", "The newest summaries of each tier");
  auto options = std::make_shared<RetrieveOptions>();
  command->add_option("--model", options->model, "Of this model; without it of the base models")
      ->type_name("NAME");
  command->add_option("--per-tier", options->per_tier, "Summaries of each tier")
      ->type_name("N")
      ->check(whole_number(1, kMostItems))
      ->capture_default_str();
  command->footer(
      "A model in short, as markdown with a link to each file: the highest tier first.\n\n"
      "Examples:\n"
      "  pyramid retrieve\n"
      "  pyramid retrieve --model kestrel --per-tier 1 --json");
  command->callback([options, &chosen] {
    chosen = [options](Context& context) { return run_retrieve(context, *options); };
  });
}

}  // namespace pyramid::cli
