#include "base/text.hpp"
#include "cli/operation_command.hpp"
#include "cli/sync_report.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace pyramid::cli {

namespace {

// With a text it is `pyramid observe`.
void add_internal_observe(CLI::App& parent, Command& chosen) {
  const operations::Operation& extract = *operations::find_operation("extract_sessions");
  auto of_step = std::make_shared<TypedOptions>();
  auto text = std::make_shared<const CLI::Option*>(nullptr);
  CLI::App* command = add_observe_to(
      parent, chosen, [&extract, of_step, text](Context& context) -> std::optional<int> {
        if ((*text)->count() > 0) return std::nullopt;
        return run_operation<StepOptions, SyncReport>(
            context, extract, *of_step, &operations::extract_step, {.print = print_sync_report});
      });
  command->description(
      "Add an observation; without TEXT, extract those of sessions and assign them");
  command->footer("");
  CLI::Option* fact = command->get_option("TEXT")->required(false);
  for (const char* of_fact : {"--importance", "--model", "--at"}) {
    command->get_option(of_fact)->needs(fact);
  }
  of_step->add_to(*command, extract.command_options());
  command->get_option("--parallel")->excludes(fact);
  *text = fact;
}

}  // namespace

void add_summarize(CLI::App& app, Command& chosen) {
  add_operation(app, chosen, "summarize", &operations::summarize_step,
                {.print = [](const SyncReport& report) {
                  if (report.nothing_to_do) {
                    print(report.diagnostics.empty()
                              ? "Nothing to do: the summaries are up to date.\n"
                              : "No summary written.\n");
                  } else {
                    print_sync_report(report);
                  }
                }});
}

void add_embed(CLI::App& app, Command& chosen) {
  add_operation(
      app, chosen, "embed", &operations::embed_step, {.print = [](const SyncReport& report) {
        print(fmt::format("{} embedded.\n",
                          count_of(report.files_embedded + report.texts_embedded, "text")));
        if (!report.left.empty()) print(fmt::format("Left: {}.\n", report.left));
      }});
}

void add_internal(CLI::App& app, Command& chosen) {
  CLI::App* command =
      app.add_subcommand("internal", "Run one step of a sync by itself (for scripts)");
  command->require_subcommand(1);
  add_internal_observe(*command, chosen);
  add_summarize(*command, chosen);
  add_embed(*command, chosen);
  add_operation(*command, chosen, "synthesize", &operations::synthesize_step,
                {.print = print_sync_report});
  add_operation(*command, chosen, "generate", &operations::generate_step,
                {.print = print_sync_report});
  for (CLI::App* step : command->get_subcommands([](CLI::App*) { return true; })) {
    step->fallthrough();
  }
  command->footer(
      "Examples:\n"
      "  pyramid internal observe\n"
      "  pyramid internal observe \"User prefers dark mode.\"\n"
      "  pyramid internal summarize --max-tier 0\n"
      "  pyramid internal embed --force");
}

}  // namespace pyramid::cli
