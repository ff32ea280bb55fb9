#include "base/text.hpp"
#include "cli/node_lines.hpp"
#include "cli/operation_command.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace pyramid::cli {

namespace {

void print_models(const Context& context, const ModelsReport& report) {
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

void print_model(const Context& context, const ModelReport& report) {
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

}  // namespace

void add_models(CLI::App& app, Command& chosen) {
  add_operation(app, chosen, "models", &operations::models_as_asked, {.print = print_models});
}

void add_model(CLI::App& app, Command& chosen) {
  add_operation(app, chosen, "model", &show_model, {.print = print_model});
}

}  // namespace pyramid::cli
