#include "base/text.hpp"
#include "cli/change_lines.hpp"
#include "cli/operation_command.hpp"
#include "workspace/layout.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace pyramid::cli {

namespace {

constexpr double kPercent = 100;

void print_fact(const Terminal& terminal, const BlamedFact& fact) {
  const std::string support =
      fact.support ? fmt::format("  (says {:.0f} % of it)", *fact.support * kPercent) : "";
  print("\n" + printable(fact.text) + styled(terminal, Style::kDim, support) + "\n");
  print("  " + printable(fact.path) + "\n");
  print("  came in   " +
        (fact.came_in ? line_of(terminal, *fact.came_in) : std::string("(not committed yet)\n")));
  if (fact.changed) print("  changed   " + line_of(terminal, *fact.changed));
  if (fact.session.empty()) return;
  const std::string said = fact.said ? format_minute(terminal.zone.local(*fact.said)) + "  " : "";
  print(fmt::format("  said      {}by {} in \"{}\", turn {}\n            {}:{}\n", said,
                    printable(fact.speaker), printable(fact.session_title), fact.turn,
                    printable(fact.session), fact.first_line));
}

void print_blame(const Context& context, const BlameReport& report) {
  const Terminal& terminal = context.terminal();
  const std::string line = report.line > 0 ? ":" + std::to_string(report.line) : "";
  print(styled(terminal, Style::kBold, printable(report.path) + line) + "\n");
  if (!report.text.empty()) print("  " + printable(trim(report.text)) + "\n");
  print("  written   " + (report.written ? line_of(terminal, *report.written)
                                         : std::string("(not committed as it stands)\n")));
  for (const BlamedFact& fact : report.facts) print_fact(terminal, fact);
}

// Files by name, but what syncs write as a number.
void print_left(const std::vector<std::string>& left) {
  std::size_t generated = 0;
  for (const std::string& path : left) {
    if (format::is_generated(workspace::kind_of_path(path))) {
      ++generated;
    } else {
      print("  left       " + printable(path) +
            ": changed since, forgotten, or what stays is from it\n");
    }
  }
  if (generated > 0) {
    print(
        fmt::format("  left       {} that later syncs wrote again\n", count_of(generated, "text")));
  }
}

void print_reverted(Context& context, const RevertOptions& options, const RevertReport& report) {
  const Terminal& terminal = context.terminal();
  if (report.reverted) print("Takes back " + line_of(terminal, *report.reverted));
  if (report.kept_parent)
    print("  all that it brought to " + line_of(terminal, *report.kept_parent));
  print(lines_of(terminal, report.changes, Detail::kLine));
  print_left(report.left);
  const bool nothing = report.changes.empty() && report.commit.empty();
  if (nothing) {
    print(report.left.empty() ? "There is nothing to put back.\n" : "Nothing was reverted.\n");
  }
  if (!report.to_do.empty()) {
    print("What depends on it is out of date: the next `pyramid sync` has " + report.to_do + ".\n");
  }
  if (!report.commit.empty()) print("Committed as " + report.commit.substr(0, 7) + ".\n");
  if (options.dry_run) print("Nothing was written.\n");
}

}  // namespace

void add_blame(CLI::App& app, Command& chosen) {
  add_operation(app, chosen, "blame", &blame, {.print = print_blame});
}

void add_revert(CLI::App& app, Command& chosen) {
  add_operation(app, chosen, "revert", &revert,
                {.print = print_reverted, .outcome = [](Context&, const RevertReport& report) {
                   const bool nothing = report.changes.empty() && report.commit.empty();
                   return nothing && !report.left.empty() ? kExitProblems : kExitOk;
                 }});
}

}  // namespace pyramid::cli
