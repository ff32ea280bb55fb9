#include "base/text.hpp"
#include "cli/context.hpp"
#include "cli/sync_report.hpp"
#include "cli/telling.hpp"
#include "cli/values.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace pyramid::cli {

namespace {

constexpr int kHighestTier = 99;

int run_internal(Context& context, StepOptions options) {
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  options.workspace = std::move(*workspace);
  const Result<SyncReport> report = run_step(context.environment(), options);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
  } else if (!context.quiet()) {
    if (options.step == Step::kEmbed) {
      print(fmt::format("{} embedded.\n",
                        count_of(report->files_embedded + report->texts_embedded, "text")));
      if (!report->left.empty()) print(fmt::format("Left: {}.\n", report->left));
    } else if (options.step == Step::kSummarize && report->nothing_to_do) {
      print("Nothing to do: the summaries are up to date.\n");
    } else {
      print_sync_report(*report);
    }
  }
  const int code = context.report(report->diagnostics);
  return report->failed > 0 ? kExitEngine : code;
}

CLI::App* add_step(CLI::App& parent, Command& chosen, const std::string& name,
                   const std::string& description, Step step,
                   const std::shared_ptr<StepOptions>& options) {
  CLI::App* command = parent.add_subcommand(name, description);
  command->fallthrough();
  command->add_option("-p,--parallel", options->parallel, "Engine calls at once")
      ->type_name("N")
      ->check(whole_number(1, kMostWorkers));
  command->callback([options, step, &chosen] {
    options->step = step;
    chosen = [options](Context& context) { return run_internal(context, *options); };
  });
  return command;
}

// With a text it is `pyramid observe`.
void add_internal_observe(CLI::App& parent, Command& chosen,
                          const std::shared_ptr<StepOptions>& options) {
  CLI::App* command =
      add_step(parent, chosen, "observe",
               "Add an observation; without TEXT, extract those of sessions and assign them",
               Step::kObserve, options);
  auto fact = std::make_shared<ObserveArguments>();
  CLI::Option* text = add_fact(*command, *fact);
  command->get_option("--parallel")->excludes(text);
  command->callback([options, fact, text, &chosen] {
    options->step = Step::kObserve;
    chosen = [options, fact, is_told = text->count() > 0](Context& context) {
      return is_told ? run_observe(context, *fact) : run_internal(context, *options);
    };
  });
}

}  // namespace

void add_internal(CLI::App& app, Command& chosen) {
  CLI::App* command =
      app.add_subcommand("internal", "Run one step of a sync by itself (for scripts)");
  command->require_subcommand(1);
  auto options = std::make_shared<StepOptions>();
  add_internal_observe(*command, chosen, options);
  CLI::App* summarize =
      add_step(*command, chosen, "summarize", "Write the summaries that are out of date",
               Step::kSummarize, options);
  summarize->add_option("--max-obs", options->max_observations, "Only the oldest N observations")
      ->type_name("N")
      ->check(whole_number(1, kMostItems));
  summarize->add_option("--max-tier", options->max_tier, "No tier above N")
      ->type_name("N")
      ->check(whole_number(0, kHighestTier));
  CLI::App* embed = add_step(*command, chosen, "embed", "Bring index and embeddings up to date",
                             Step::kEmbed, options);
  embed->add_flag("--force", options->force, "All of them again");
  add_step(*command, chosen, "synthesize", "Rewrite the sections that are out of date",
           Step::kSynthesize, options);
  add_step(*command, chosen, "generate", "Write the index of models in MEMORY.md", Step::kGenerate,
           options);
  command->footer(
      "Examples:\n"
      "  pyramid internal observe\n"
      "  pyramid internal observe \"User prefers dark mode.\"\n"
      "  pyramid internal summarize --max-tier 0\n"
      "  pyramid internal embed --force");
}

void add_summarize(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<StepOptions>();
  CLI::App* command = add_step(app, chosen, "summarize", "Write the summaries that are out of date",
                               Step::kSummarize, options);
  command
      ->add_option("--tier", options->tier,
                   "Tier N and above, of 0 that alone; those below must be up to date")
      ->type_name("N")
      ->check(whole_number(0, kHighestTier));
  command->footer(
      "Tier by tier, from what is assigned to a model: the observations, then the summaries "
      "below.\n"
      "Writes no sections and no MEMORY.md; pyramid sync does all of it.\n\n"
      "Examples:\n"
      "  pyramid summarize\n"
      "  pyramid summarize --tier 0");
}

void add_embed(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<StepOptions>();
  CLI::App* command = add_step(app, chosen, "embed", "Bring index and embeddings up to date",
                               Step::kEmbed, options);
  command->add_flag("--force", options->force, "All of them again");
  command->footer(
      "Every other command does this for the files that changed. Changes no memory file.\n\n"
      "Examples:\n"
      "  pyramid embed\n"
      "  pyramid embed --force");
}

}  // namespace pyramid::cli
