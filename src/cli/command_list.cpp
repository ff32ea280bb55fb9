#include "base/text.hpp"
#include "base/ulid.hpp"
#include "cli/node_lines.hpp"
#include "cli/operation_command.hpp"

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

void print_rest(const Context& context, std::size_t shown, std::size_t total,
                std::string_view noun) {
  if (shown >= total || context.quiet()) return;
  print(styled(context.terminal(), Style::kDim,
               fmt::format("\n{} of {}; --limit N shows more.", with_commas(shown),
                           count_of(total, noun))) +
        "\n");
}

namespace {

void print_listed(const Context& context, const ListReport& report) {
  for (const ObservationLine& one : report.observations) print(line_of(context.terminal(), one));
  if (report.total == 0) {
    print("No observations.\n");
  }
  print_rest(context, report.observations.size(), report.total, "observation");
}

}  // namespace

void add_list(CLI::App& app, Command& chosen) {
  add_operation(app, chosen, "list", &list_observations, {.print = print_listed});
}

void add_summaries(CLI::App& app, Command& chosen) {
  add_operation(app, chosen, "summaries", &list_summaries,
                {.print = [](Context& context, const SummariesReport& report) {
                  for (const SummaryLine& one : report.summaries)
                    print(line_of(context.terminal(), one));
                  if (report.summaries.empty()) print("No summaries.\n");
                }});
}

}  // namespace pyramid::cli
