#include "base/text.hpp"
#include "cli/change_lines.hpp"
#include "cli/context.hpp"
#include "cli/values.hpp"
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

int run_blame(Context& context, BlameOptions options) {
  options.folder = current_folder();
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  options.workspace = std::move(*workspace);
  const Result<BlameReport> report = blame(context.environment(), options);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
    return context.report(report->diagnostics);
  }
  const Terminal& terminal = context.terminal();
  const std::string line = report->line > 0 ? ":" + std::to_string(report->line) : "";
  print(styled(terminal, Style::kBold, printable(report->path) + line) + "\n");
  if (!report->text.empty()) print("  " + printable(trim(report->text)) + "\n");
  print("  written   " + (report->written ? line_of(terminal, *report->written)
                                          : std::string("(not committed as it stands)\n")));
  for (const BlamedFact& fact : report->facts) print_fact(terminal, fact);
  return context.report(report->diagnostics);
}

// Files by name, but what syncs write as a number.
void print_left(const std::vector<std::string>& left) {
  std::size_t generated = 0;
  for (const std::string& path : left) {
    const format::Kind kind = workspace::kind_of_path(path);
    if (kind == format::Kind::kSummary || kind == format::Kind::kMemory ||
        kind == format::Kind::kModel) {
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

void print_report(const Context& context, const RevertOptions& options,
                  const RevertReport& report) {
  const Terminal& terminal = context.terminal();
  if (report.reverted) print("Takes back " + line_of(terminal, *report.reverted));
  if (report.beside) print("  all that it brought to " + line_of(terminal, *report.beside));
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

int run_revert(Context& context, RevertOptions options) {
  options.folder = current_folder();
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  options.workspace = std::move(*workspace);
  const Result<RevertReport> report = revert(context.environment(), options);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
  } else if (!context.quiet()) {
    print_report(context, options, *report);
  }
  const int code = context.report(report->diagnostics);
  const bool nothing = report->changes.empty() && report->commit.empty() && !report->left.empty();
  return code == kExitOk && nothing ? kExitProblems : code;
}

}  // namespace

void add_blame(CLI::App& app, Command& chosen) {
  CLI::App* command =
      app.add_subcommand("blame", "When, by which sync and from which words a fact came in");
  auto options = std::make_shared<BlameOptions>();
  command->add_option("WHAT", options->what, "FILE:LINE, FILE, or an id as for why")->required();
  command->add_flag("--all", options->all, "Every fact below, not three of each text");
  command->footer(
      "Of a line of MEMORY.md or a model: the observations that most likely say it. Of each the\n"
      "commit that brought it in, the machine, and the turn of the conversation.\n\n"
      "Examples:\n"
      "  pyramid blame MEMORY.md:42\n"
      "  pyramid blame 7t5xbn\n"
      "  pyramid blame --json models/mia.md:12");
  command->callback([options, &chosen] {
    chosen = [options](Context& context) { return run_blame(context, *options); };
  });
}

void add_revert(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("revert", "Take back a sync, or put back a node");
  auto options = std::make_shared<RevertOptions>();
  command->add_option("WHAT", options->what, "A commit, or a node: FILE, or an id as for why")
      ->required();
  command
      ->add_option("--to", options->to,
                   "Put the node back as it was then; default: before its "
                   "last change")
      ->type_name("WHEN")
      ->check(not_empty());
  command->add_flag("--dry-run", options->dry_run, "Only say what it would do");
  command->footer(
      "One new commit; nothing is rewritten. What was made from the files that change is out of\n"
      "date then, and the next sync writes it again. Files that changed again since are left;\n"
      "one with changes that are not committed is refused, and nothing is done.\n\n"
      "Examples:\n"
      "  pyramid revert HEAD --dry-run\n"
      "  pyramid revert 3f2a1b9\n"
      "  pyramid revert 7t5xbn\n"
      "  pyramid revert models/mia.md --to 2026-05-01");
  command->callback([options, &chosen] {
    chosen = [options](Context& context) { return run_revert(context, *options); };
  });
}

}  // namespace pyramid::cli
