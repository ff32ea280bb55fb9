// `ledger`: what happened, event by event; `ledger record`, `ledger prune`.
#include "base/text.hpp"
#include "cli/operation_command.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace pyramid::cli {

namespace {

constexpr std::size_t kWidestKind = 10;  // columns, of Pyramid's own

void print_event(const Terminal& terminal, const LedgerEvent& event) {
  std::string line = styled(terminal, Style::kDim, format_time(terminal.zone.local(event.at))) +
                     fmt::format("  {:<{}}", printable(event.kind), kWidestKind);
  const Json json = operations::entry_of(event);
  for (const auto& [key, value] : json.items()) {
    if (key == "at" || key == "kind") continue;
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (!text.empty()) line += "  " + printable(key) + "=" + printable(text);
  }
  print(line + "\n");
}

void print_counts(const Context& context, const LedgerReport& report) {
  for (const LedgerCount& one : report.counts) {
    print(fmt::format("{}  {:<{}}  {:>7}\n",
                      styled(context.terminal(), Style::kDim, format_date(one.day)),
                      printable(one.kind), kWidestKind, with_commas(one.count)));
  }
}

void print_ledger(Context& context, const LedgerOptions& options, const LedgerReport& report) {
  if (options.counts) print_counts(context, report);
  for (const LedgerEvent& event : report.events) print_event(context.terminal(), event);
  if (report.counts.empty()) print("No events.\n");
}

void print_pruned(Context&, const PruneOptions& options, const PruneReport& report) {
  if (report.kept_for_ever) {
    print("Events are kept for ever: set ledger_days in pyramid.yaml, or say --days N.\n");
    return;
  }
  for (const PrunedFile& file : report.files) {
    print(fmt::format("{}  {}{}\n", printable(file.path), count_of(file.events, "event"),
                      file.removed ? ", all of it" : ""));
  }
  print(fmt::format("{} {}.\n", count_of(report.events, "event"),
                    options.dry_run ? "would be dropped" : "dropped"));
}

}  // namespace

void add_ledger(CLI::App& app, Command& chosen) {
  CLI::App* command = add_operation(app, chosen, "ledger", &read_ledger, {.print = &print_ledger});
  command->require_subcommand(0, 1);
  add_operation(
      *command, chosen, "ledger_record", &record_event,
      {.print = [](Context& context, const RecordOptions& options, const RecordReport& report) {
        print(fmt::format("Recorded: {}, {}.\n", printable(options.kind),
                          format_time(context.terminal().zone.local(report.at))));
        if (report.redacted > 0) {
          print(fmt::format("{} taken out.\n", count_of(report.redacted, "secret")));
        }
      }});
  add_operation(*command, chosen, "ledger_prune", &prune_ledger, {.print = &print_pruned});
}

}  // namespace pyramid::cli
