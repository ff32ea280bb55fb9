#include "base/text.hpp"
#include "cli/context.hpp"
#include "cli/sync_report.hpp"
#include "cli/values.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::cli {

namespace {

struct ImportArguments {
  ImportOptions options;
  std::vector<std::string> sources;
  std::map<std::string, bool> formats;  // by flag
};

// The variables by which programs are told to keep their data elsewhere, and where below that
// folder their conversations are.
struct Elsewhere {
  std::string_view format;
  const char* variable;
  std::string_view below;
};
constexpr std::array<Elsewhere, 3> kElsewhere = {{{"openclaw", "OPENCLAW_STATE_DIR", ""},
                                                  {"claude-code", "CLAUDE_CONFIG_DIR", "/projects"},
                                                  {"codex", "CODEX_HOME", "/sessions"}}};

// The program that has several agents, and whose conversations are taken where nothing is said.
constexpr std::string_view kAgents = "openclaw", kUsualAgent = "main", kAllAgents = "all";

// Where a program keeps its data, also when a person has told it to keep them elsewhere.
std::string default_source_of(const ImportFormat& format) {
  for (const Elsewhere& one : kElsewhere) {
    const char* folder = one.format == format.name ? std::getenv(one.variable) : nullptr;
    if (folder != nullptr && *folder != '\0') return std::string(folder).append(one.below);
  }
  return format.default_source;
}

Status choose_format(ImportArguments& arguments) {
  for (const ImportFormat& format : import_formats()) {
    if (!arguments.formats[format.name]) continue;
    if (!arguments.options.format.empty()) {
      return fail(ErrorKind::kUsage,
                  "--" + arguments.options.format + " and --" + format.name + " at once", {},
                  "import one format at a time");
    }
    arguments.options.format = format.name;
    const std::string usual = default_source_of(format);
    if (!arguments.sources.empty() || usual.empty()) continue;
    arguments.sources = {usual};
    if (format.name == kAgents && arguments.options.agent.empty()) {
      arguments.options.agent = kUsualAgent;
    }
  }
  if (arguments.options.agent == kAllAgents) arguments.options.agent.clear();
  if (arguments.sources.empty()) {
    const bool is_told = !arguments.options.format.empty();
    return fail(
        ErrorKind::kUsage, "nothing to import", {},
        is_told ? "name the file or folder: pyramid import --" + arguments.options.format + " PATH"
                : "name a file or folder, or use --openclaw for its default place");
  }
  return {};
}

// What was read, as a dry run tells it too.
void print_counts(const ImportReport& report, std::size_t limit) {
  print(fmt::format("{}: {}, {} unchanged.\n", count_of(report.conversations, "conversation"),
                    came_in(report), report.unchanged));
  if (limit != 0 && report.messages >= limit) {
    print(fmt::format(
        "Read no further than {}, for --limit; a higher one, or none, goes on behind {}.\n",
        count_of(limit, "message"), limit == 1 ? "it" : "them"));
  }
  if (report.facts > 0) {
    print(fmt::format("{}: {} new.\n", count_of(report.facts, "fact"), report.facts_added));
  }
  print_left_out(report);
}

void print_plan(const ImportReport& report, std::size_t limit) {
  print_steps(report.steps);
  print_counts(report, limit);
  if (report.redacted > 0) {
    print(fmt::format("{} to redact.\n", count_of(report.redacted, "secret")));
  }
  const EngineUse& use = report.engine;
  if (use.calls > 0 && (use.cents > 0 || !use.price_known)) {
    print(fmt::format("To extract what they say takes about {}.\n", use_of(use)));
  }
  print("Nothing was changed.\n");
}

void print_report(const ImportReport& report, std::size_t limit) {
  print_counts(report, limit);
  if (report.redacted > 0) {
    print(fmt::format("{} redacted.\n", count_of(report.redacted, "secret")));
  }
  print_observations(report);
  print_batch(report.batch);
  if (report.failed > 0) {
    print(fmt::format("{}: what they were to read is left for the next import or sync.\n",
                      unanswered(report.failed, report.over_budget)));
  }
  const std::size_t new_ones = report.added + report.grown + report.changed + report.facts_added;
  const bool left = new_ones > 0 || report.failed > 0;
  if (left && report.batch.submitted == 0) print("Next: pyramid sync\n");
}

int run_import(Context& context, ImportArguments arguments) {
  const Status format = choose_format(arguments);
  if (!format) return context.report(format.error());
  for (std::string& source : arguments.sources) source = expand_home(source);
  arguments.options.source = arguments.sources.front();
  arguments.options.more_sources.assign(arguments.sources.begin() + 1, arguments.sources.end());
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  arguments.options.workspace = std::move(*workspace);
  const Result<ImportReport> report = import(context.environment(), arguments.options);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(arguments.options.dry_run ? plan_to_json(*report) : to_json(*report));
  } else if (arguments.options.dry_run) {
    print_plan(*report, arguments.options.limit);
  } else if (!context.quiet()) {
    print_report(*report, arguments.options.limit);
  }
  const int code = context.report(report->diagnostics);
  return report->failed > 0 ? kExitEngine : code;
}

std::string description_of(const ImportFormat& format) {
  if (format.default_source.empty()) return format.description;
  return format.description + "; default source " + format.default_source;
}

}  // namespace

void add_import(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("import", "Take in conversations from another program");
  auto arguments = std::make_shared<ImportArguments>();
  for (const ImportFormat& format : import_formats()) {
    command->add_flag("--" + format.name, arguments->formats[format.name], description_of(format));
  }
  ImportOptions& options = arguments->options;
  command->add_option("--source,source", arguments->sources, "Files or folders to read")
      ->type_name("PATH");
  command->add_option("--limit", options.limit, "Messages at most")
      ->type_name("N")
      ->check(whole_number(1, kMostItems));
  command->add_option("-p,--parallel", options.parallel, "Engine calls at once")
      ->type_name("N")
      ->check(whole_number(1, kMostWorkers));
  command->add_option("--conversation", options.conversation, "Only the conversation with this id")
      ->type_name("ID");
  command
      ->add_option("--agent", options.agent,
                   "Only this agent of OpenClaw's, or all; default: main, of a source that is "
                   "named all")
      ->type_name("NAME|all")
      ->check(not_empty());
  command->add_flag("--deleted", options.deleted,
                    "Also conversations that were deleted there but are still to be found");
  CLI::Option* dry_run =
      command->add_flag("--dry-run", options.dry_run, "Say what would come in, change nothing");
  command
      ->add_flag("--batch", options.batch,
                 "Send calls of a language model in a batch: cheaper, answered later")
      ->excludes(dry_run);
  command
      ->add_option("--user", options.user, "Who you are in them: only that one's words are yours")
      ->type_name("NAME");
  command->footer(
      "Keeps each conversation verbatim under sessions/ and writes what it says as observations,\n"
      "each linked to its turn. Importing the same again adds nothing. Without a format flag each\n"
      "source's content tells which it is.\n\n"
      "Examples:\n"
      "  pyramid import --openclaw\n"
      "  pyramid import --claude-code --dry-run\n"
      "  pyramid import ~/Downloads/data-2026-05-15.zip ~/.claude/projects\n"
      "  pyramid import --glenn --source chat.sqlite --conversation 12 --user Maya");
  command->callback([arguments, &chosen] {
    chosen = [arguments](Context& context) { return run_import(context, *arguments); };
  });
}

}  // namespace pyramid::cli
