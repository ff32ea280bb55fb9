#include "base/text.hpp"
#include "cli/change_lines.hpp"
#include "cli/context.hpp"
#include "cli/values.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace pyramid::cli {

namespace {

constexpr std::size_t kChangesShown = 12;

struct HistoryArguments {
  HistoryOptions options;
  std::string since;
  bool all = false;
};

void print_report(const Context& context, const HistoryArguments& arguments,
                  const HistoryReport& report) {
  if (!report.asked.empty() && !context.quiet()) {
    print(printable(report.asked) + " is called " + printable(report.path) + " now.\n");
  }
  const bool whole = arguments.all || !arguments.options.what.empty();
  for (const HistoryEntry& entry : report.entries) {
    print(line_of(context.terminal(), entry.commit));
    print(lines_of(context.terminal(), entry.changes, Detail::kLine,
                   whole ? std::nullopt : std::optional(kChangesShown)));
  }
  if (report.entries.empty()) {
    print(report.older ? "Nothing was committed since " + printable(arguments.since) + ".\n"
                       : std::string("Nothing was committed yet.\n"));
  }
  if (report.more && !context.quiet()) {
    print(styled(context.terminal(), Style::kDim, "Older ones: --limit N") + "\n");
  }
}

int run_history(Context& context, const HistoryArguments& arguments) {
  HistoryOptions options = arguments.options;
  options.folder = current_folder();
  const Result<std::optional<Time>> since = beginning_of_option(
      "--since", arguments.since, context.environment().clock.now(), context.zone());
  if (!since) return context.report(since.error());
  options.since = *since;
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  options.workspace = std::move(*workspace);
  const Result<HistoryReport> report = memory_history(context.environment(), options);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
  } else {
    print_report(context, arguments, *report);
  }
  return context.report(report->diagnostics);
}

int run_diff(Context& context, DiffOptions options) {
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  options.workspace = std::move(*workspace);
  const Result<DiffReport> report = memory_diff(context.environment(), options);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
    return context.report(report->diagnostics);
  }
  if (!context.quiet()) {
    const std::string from = report->from ? name_of(context.terminal(), *report->from) : "nothing";
    const std::string to =
        report->to ? name_of(context.terminal(), *report->to) : "the files as they are";
    print(styled(context.terminal(), Style::kDim, "From " + from + " to " + to + ":") + "\n");
  }
  print(lines_of(context.terminal(), report->changes, Detail::kWhole));
  if (report->changes.empty()) print("Nothing changed.\n");
  return context.report(report->diagnostics);
}

int run_show(Context& context, ShowOptions options) {
  options.folder = current_folder();
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  options.workspace = std::move(*workspace);
  const Result<ShowReport> report = show_memory(context.environment(), options);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
  } else {
    print_memory(context.terminal(), report->bytes);
    if (!report->bytes.ends_with('\n')) print("\n");
  }
  return context.report(report->diagnostics);
}

void print_event(const BisectEvent& event) {
  const std::string status = event.status.empty() ? "" : "  (" + printable(event.status) + ")";
  print(fmt::format("  {:<5} {}: {}{}\n", event.came ? "came" : "left", printable(event.path),
                    printable(event.line), status));
}

int run_bisect(Context& context, const BisectOptions& asked) {
  BisectOptions options = asked;
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  options.workspace = std::move(*workspace);
  const Result<BisectReport> report = bisect_memory(context.environment(), options);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
    return context.report(report->diagnostics);
  }
  std::string commit;
  for (const BisectEvent& event : report->events) {
    if (event.commit.id != commit) print(line_of(context.terminal(), event.commit));
    commit = event.commit.id;
    print_event(event);
  }
  if (report->events.empty()) {
    print("No commit of the memory says that.\n");
  } else if (report->now.empty()) {
    print("Nothing says it any more.\n");
  } else {
    print("Now said by " + printable(join(report->now, ", ")) + "\n");
  }
  return context.report(report->diagnostics);
}

}  // namespace

void add_history(CLI::App& app, Command& chosen) {
  CLI::App* command =
      app.add_subcommand("history", "What memory learned, changed and dropped, by sync");
  auto arguments = std::make_shared<HistoryArguments>();
  command->add_option("WHAT", arguments->options.what,
                      "Only this node, under every name that it had: FILE, or an id as for why");
  command->add_option("--limit", arguments->options.limit, "Commits at most")
      ->type_name("N")
      ->check(whole_number(1, kMostItems))
      ->capture_default_str();
  command
      ->add_option("--since", arguments->since,
                   "Only those from then on (2026-05-01, yesterday, \"3 days ago\")")
      ->type_name("DATE");
  command->add_flag("--all", arguments->all, "Every change of a commit, not twelve");
  command->footer(
      "Newest first. What a person edited is a commit by hand. A node that is gone is found by\n"
      "its id or by the path that it had.\n\n"
      "Examples:\n"
      "  pyramid history\n"
      "  pyramid history --since 2026-05-01 --limit 100\n"
      "  pyramid history 7t5xbn\n"
      "  pyramid history models/mia.md --json");
  command->callback([arguments, &chosen] {
    chosen = [arguments](Context& context) { return run_history(context, *arguments); };
  });
}

void add_diff(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("diff", "What changed between two times, by meaning");
  auto options = std::make_shared<DiffOptions>();
  command->add_option("A", options->from, "Since when; default: the last commit of the program");
  command->add_option("B", options->to, "Until when; default: the files as they are");
  command->footer(
      "A and B are commits as git or `pyramid history` names them, days (as the memory was at\n"
      "the end of it, UTC), times, \"yesterday\" or \"3 days ago\". Observations are told as\n"
      "learned, reworded, superseded and dropped, prose word by word: [-old-]{+new+}.\n\n"
      "Examples:\n"
      "  pyramid diff\n"
      "  pyramid diff yesterday\n"
      "  pyramid diff 2026-05-01 2026-05-12\n"
      "  pyramid diff HEAD~3 HEAD --json");
  command->callback([options, &chosen] {
    chosen = [options](Context& context) { return run_diff(context, *options); };
  });
}

void add_show(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("show", "A node as it is, or as it was");
  auto options = std::make_shared<ShowOptions>();
  command->add_option("WHAT", options->what, "FILE, FILE:LINE (that line), or an id as for why")
      ->required();
  command->add_option("--at", options->at, "As it was then: a commit, a day, \"yesterday\"")
      ->type_name("WHEN")
      ->check(not_empty());
  command->footer(
      "Examples:\n"
      "  pyramid show 7t5xbn\n"
      "  pyramid show MEMORY.md --at 2026-05-01\n"
      "  pyramid show models/mia.md --at HEAD~2");
  command->callback([options, &chosen] {
    chosen = [options](Context& context) { return run_show(context, *options); };
  });
}

void add_bisect(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("bisect", "The sync that brought a belief in");
  auto options = std::make_shared<BisectOptions>();
  command->add_option("TEXT", options->text, "Words of it")->required();
  command->footer(
      "Oldest first: where the memory began to say it, and where it stopped; an observation that\n"
      "was superseded says it no more. Case, accents and markup do not count.\n\n"
      "Examples:\n"
      "  pyramid bisect \"lives in Porto\"\n"
      "  pyramid bisect --json \"allergic to peanuts\"");
  command->callback([options, &chosen] {
    chosen = [options](Context& context) { return run_bisect(context, *options); };
  });
}

}  // namespace pyramid::cli
