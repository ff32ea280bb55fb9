#include "base/text.hpp"
#include "cli/context.hpp"
#include "cli/values.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace pyramid::cli {

namespace {

struct RecallArguments {
  RecallOptions options;
  std::vector<std::string> words;
};

int run_recall(Context& context, const RecallArguments& arguments) {
  RecallOptions options = arguments.options;
  options.prompt = text_of(arguments.words);
  if (trim(options.prompt).empty()) {
    return context.report(
        Error{ErrorKind::kUsage, "the prompt is empty", {}, {}, "say what the turn is about"});
  }
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  options.workspace = std::move(*workspace);
  const Result<RecallReport> report = recall(context.environment(), options);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
  } else {
    print_memory(context.terminal(), report->text);
    if (!report->refreshed) {
      print_error(fmt::format("as of {}; later changes are not seen\n",
                              format_time(context.terminal().zone.local(report->checked_at))));
    }
  }
  return context.report(report->diagnostics);
}

}  // namespace

void add_recall(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("recall", "The context that an agent gets before a turn");
  auto arguments = std::make_shared<RecallArguments>();
  RecallOptions& options = arguments->options;
  command->add_option("PROMPT", arguments->words, "What the turn is about; `-`: standard input")
      ->required();
  command->add_option("--budget", options.budget, "Tokens at most, of four bytes")
      ->type_name("N")
      ->check(whole_number(100, 100'000))
      ->capture_default_str();
  repeatable(command->add_option("--source", options.sources,
                                 "Facts and turns of these alone, as for search"))
      ->type_name("WHAT");
  command
      ->add_option("--session", options.session,
                   "A session file of the workspace, whose last turns come too")
      ->type_name("FILE");
  command->add_option("--turns", options.turns, "So many of them")
      ->type_name("N")
      ->check(whole_number(1, kMostHits))
      ->capture_default_str();
  add_refresh(*command, options.refresh);
  command->footer(
      "Who the assistant and the person are, what the models say about it, the best facts and\n"
      "turns: markdown, each thing once, with links from the workspace's root.\n\n"
      "Examples:\n"
      "  pyramid recall \"plan the trip to Porto\"\n"
      "  pyramid recall --budget 800 --session sessions/2026/05/14/porto-7t5xbn.md \"and the "
      "hotel?\"");
  command->callback([arguments, &chosen] {
    chosen = [arguments](Context& context) { return run_recall(context, *arguments); };
  });
}

}  // namespace pyramid::cli
