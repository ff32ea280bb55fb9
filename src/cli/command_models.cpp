#include "base/text.hpp"
#include "cli/context.hpp"
#include "cli/node_lines.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace pyramid::cli {

namespace {

void print_report(const Context& context, const ModelsReport& report) {
  for (const ModelLine& model : report.models) {
    const std::string behind = model.description.empty() ? "" : ": " + printable(model.description);
    print(fmt::format("[{}] {}{}\n", model.base ? "*" : " ",
                      styled(context.terminal(), Style::kBold, printable(model.name)), behind));
  }
}

void print_summaries(const Terminal& terminal, const ModelReport& report) {
  for (const SummaryLine& summary : report.summaries) {
    print(line_of(terminal, summary));
    print("         " + styled(terminal, Style::kDim, printable(summary.path)) + "\n");
  }
  if (report.summaries.empty()) print("No summaries yet.\n");
}

void print_sections(const Terminal& terminal, const ModelReport& report) {
  if (report.sections.empty()) return;
  print(fmt::format("\nSections of {}:\n", printable(report.model.path)));
  for (const ModelSection& section : report.sections) {
    std::string marks;
    if (section.edited) marks += "  (edited by hand)";
    if (section.out_of_date) marks += "  (out of date)";
    print(fmt::format("  {}: {}{}\n", printable(section.heading), printable(section.first_sentence),
                      styled(terminal, Style::kDim, marks)));
  }
}

void print_report(const Context& context, const ModelReport& report) {
  const Terminal& terminal = context.terminal();
  const ModelLine& model = report.model;
  print(fmt::format("{}: {}\n", styled(terminal, Style::kBold, printable(model.name)),
                    printable(model.description.empty() ? model.title : model.description)));
  print(fmt::format("{} in use, {} in no summary yet\n\n",
                    count_of(model.observations, "observation"), with_commas(model.waiting)));
  print_summaries(terminal, report);
  if (!report.waiting.empty()) print("\nWaiting:\n");
  for (const ObservationLine& one : report.waiting) print(line_of(terminal, one));
  print_sections(terminal, report);
}

int run_models(Context& context) {
  const Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  const Result<ModelsReport> report = list_models(context.environment(), *workspace);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
  } else {
    print_report(context, *report);
  }
  return context.report(report->diagnostics);
}

int run_model(Context& context, ModelOptions options) {
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  options.workspace = std::move(*workspace);
  const Result<ModelReport> report = show_model(context.environment(), options);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
  } else {
    print_report(context, *report);
  }
  return context.report(report->diagnostics);
}

}  // namespace

void add_models(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("models", "What the memory is about");
  command->footer(
      "One line each; the base models, which are always there, have a star. --json counts\n"
      "what stands below each.\n\n"
      "Examples:\n"
      "  pyramid models\n"
      "  pyramid models --json");
  command->callback([&chosen] { chosen = run_models; });
}

void add_model(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("model", "The pyramid of one model");
  auto options = std::make_shared<ModelOptions>();
  command->add_option("NAME", options->name, "Its name, title or alias")->required();
  command->footer(
      "Its summaries from the highest tier down, each with its file; the observations that are in\n"
      "no summary yet; its sections.\n\n"
      "Examples:\n"
      "  pyramid model user\n"
      "  pyramid model kestrel --json");
  command->callback([options, &chosen] {
    chosen = [options](Context& context) { return run_model(context, *options); };
  });
}

}  // namespace pyramid::cli
