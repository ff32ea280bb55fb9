#include "base/text.hpp"
#include "cli/change_lines.hpp"
#include "cli/operation_command.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace pyramid::cli {

namespace {

constexpr std::size_t kChangesShown = 12;

void print_history(const Context& context, const HistoryOptions& options, bool all,
                   const HistoryReport& report) {
  if (!report.asked.empty() && !context.quiet()) {
    print(printable(report.asked) + " is called " + printable(report.path) + " now.\n");
  }
  const bool whole = all || !options.what.empty();
  for (const HistoryEntry& entry : report.entries) {
    print(line_of(context.terminal(), entry.commit));
    print(lines_of(context.terminal(), entry.changes, Detail::kLine,
                   whole ? std::nullopt : std::optional(kChangesShown)));
  }
  if (report.entries.empty() && report.older && options.since) {
    print("Nothing was committed since " +
          format_time(context.terminal().zone.local(*options.since)) + ".\n");
  } else if (report.entries.empty()) {
    print("Nothing was committed yet.\n");
  }
  if (report.more && !context.quiet()) {
    print(styled(context.terminal(), Style::kDim, "Older ones: --limit N") + "\n");
  }
}

void print_diff(const Context& context, const DiffReport& report) {
  const Terminal& terminal = context.terminal();
  if (!context.quiet()) {
    const std::string from = report.from ? name_of(terminal, *report.from) : "nothing";
    const std::string to = report.to ? name_of(terminal, *report.to) : "the files as they are";
    print(styled(terminal, Style::kDim, "From " + from + " to " + to + ":") + "\n");
  }
  print(lines_of(terminal, report.changes, Detail::kWhole));
  if (report.changes.empty()) print("Nothing changed.\n");
}

void print_event(const BisectEvent& event) {
  const std::string status = event.status.empty() ? "" : "  (" + printable(event.status) + ")";
  print(fmt::format("  {:<5} {}: {}{}\n", event.came ? "came" : "left", printable(event.path),
                    printable(event.line), status));
}

void print_bisect(const Context& context, const BisectReport& report) {
  std::string commit;
  for (const BisectEvent& event : report.events) {
    if (event.commit.id != commit) print(line_of(context.terminal(), event.commit));
    commit = event.commit.id;
    print_event(event);
  }
  if (report.events.empty()) {
    print("No commit of the memory says that.\n");
  } else if (report.now.empty()) {
    print("Nothing says it any more.\n");
  } else {
    print("Now said by " + printable(join(report.now, ", ")) + "\n");
  }
}

}  // namespace

void add_history(CLI::App& app, Command& chosen) {
  auto all = std::make_shared<bool>(false);
  CLI::App* command = add_operation(app, chosen, "history", &memory_history,
                                    {.print = [all](Context& context, const HistoryOptions& options,
                                                    const HistoryReport& report) {
                                      print_history(context, options, *all, report);
                                    }});
  command->add_flag("--all", *all, "Every change of a commit, not twelve");
}

void add_diff(CLI::App& app, Command& chosen) {
  add_operation(app, chosen, "diff", &memory_diff, {.print = print_diff});
}

void add_show(CLI::App& app, Command& chosen) {
  add_operation(app, chosen, "show", &show_memory,
                {.print = [](Context& context, const ShowReport& report) {
                  print_memory(context.terminal(), report.bytes);
                  if (!report.bytes.ends_with('\n')) print("\n");
                }});
}

void add_bisect(CLI::App& app, Command& chosen) {
  add_operation(app, chosen, "bisect", &bisect_memory, {.print = print_bisect});
}

}  // namespace pyramid::cli
