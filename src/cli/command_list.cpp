#include "base/text.hpp"
#include "base/ulid.hpp"
#include "cli/context.hpp"
#include "cli/node_lines.hpp"
#include "cli/values.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace pyramid::cli {

namespace {

std::string id_label(const Terminal& terminal, const std::string& id) {
  const std::string label = "[" + short_id(parse_ulid(id).value_or(Ulid{})) + "]";
  return styled(terminal, Style::kBold, label);
}

std::string mark(const Terminal& terminal, const std::string& what) {
  return what.empty() ? "" : "  " + styled(terminal, Style::kDim, "(" + printable(what) + ")");
}

}  // namespace

std::string line_of(const Terminal& terminal, const ObservationLine& observation) {
  const std::string importance =
      observation.importance == 0 ? "-" : std::to_string(observation.importance);
  return fmt::format("{} {} ({}) [{}] {}{}\n", id_label(terminal, observation.id),
                     styled(terminal, Style::kDim, format_time(observation.at)), importance,
                     observation.model.empty() ? "-" : printable(observation.model),
                     printable(observation.text), mark(terminal, observation.status));
}

std::string line_of(const Terminal& terminal, const SummaryLine& summary) {
  return fmt::format("{} tier {}  {} to {}  ({})  {}  {}{}\n", id_label(terminal, summary.id),
                     summary.tier, format_date(terminal.zone.date_of(summary.start)),
                     format_date(terminal.zone.date_of(summary.end)), with_commas(summary.count),
                     printable(summary.model), printable(summary.first_sentence),
                     mark(terminal, summary.out_of_date ? "out of date" : ""));
}

namespace {

void print_report(const Context& context, const ListReport& report) {
  for (const ObservationLine& one : report.observations) print(line_of(context.terminal(), one));
  if (report.total == 0) {
    print("No observations.\n");
  } else if (report.observations.size() < report.total && !context.quiet()) {
    print(styled(context.terminal(), Style::kDim,
                 fmt::format("\n{} of {}; --limit N shows more.",
                             with_commas(report.observations.size()),
                             count_of(report.total, "observation"))) +
          "\n");
  }
}

struct ListArguments {
  ListOptions options;
  std::string since;
};

int run_list(Context& context, ListArguments arguments) {
  ListOptions& options = arguments.options;
  const Result<std::optional<Time>> since = beginning_of_option(
      "--since", arguments.since, context.environment().clock.now(), context.zone());
  if (!since) return context.report(since.error());
  options.since = *since;
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  options.workspace = std::move(*workspace);
  const Result<ListReport> report = list_observations(context.environment(), options);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
  } else {
    print_report(context, *report);
  }
  return context.report(report->diagnostics);
}

int run_summaries(Context& context, SummariesOptions options) {
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  options.workspace = std::move(*workspace);
  const Result<SummariesReport> report = list_summaries(context.environment(), options);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
  } else {
    for (const SummaryLine& one : report->summaries) print(line_of(context.terminal(), one));
    if (report->summaries.empty()) print("No summaries.\n");
  }
  return context.report(report->diagnostics);
}

}  // namespace

void add_list(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("list", "The observations, newest first");
  auto arguments = std::make_shared<ListArguments>();
  command->add_option("--limit", arguments->options.limit, "Observations at most")
      ->type_name("N")
      ->check(whole_number(1, kMostItems))
      ->capture_default_str();
  command->add_option("--model", arguments->options.model, "Only those of this model")
      ->type_name("NAME");
  command
      ->add_option("--since", arguments->since,
                   "Only those from then on (2026-05-01, yesterday, \"3 days ago\")")
      ->type_name("DATE");
  command->footer(
      "One line each: [end of its id] time (importance) [model] text. A dash stands for what is\n"
      "not there; what is out of use says so behind.\n\n"
      "Examples:\n"
      "  pyramid list\n"
      "  pyramid list --model kestrel --limit 100\n"
      "  pyramid list --since 2026-05-01 --json");
  command->callback([arguments, &chosen] {
    chosen = [arguments](Context& context) { return run_list(context, *arguments); };
  });
}

void add_summaries(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("summaries", "The summaries, a line each");
  auto options = std::make_shared<SummariesOptions>();
  command->add_option("--model", options->model, "Only those of this model")->type_name("NAME");
  command->add_option("--tier", options->tier, "Only those of this tier")
      ->type_name("N")
      ->check(whole_number(0, 100));
  command->footer(
      "Model by model, from the highest tier down, newest first:\n"
      "[end of its id] tier, first to last day, (observations below), model, first sentence.\n\n"
      "Examples:\n"
      "  pyramid summaries\n"
      "  pyramid summaries --model user --tier 0");
  command->callback([options, &chosen] {
    chosen = [options](Context& context) { return run_summaries(context, *options); };
  });
}

}  // namespace pyramid::cli
