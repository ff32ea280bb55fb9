#include "base/text.hpp"
#include "cli/operation_command.hpp"
#include "cli/sync_report.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>

namespace pyramid::cli {

namespace {

// The program that has several agents, and whose conversations are taken where nothing is said.
constexpr std::string_view kAgents = "openclaw", kUsualAgent = "main", kAllAgents = "all";

using Formats = std::map<std::string, bool>;  // by flag

Status choose_format(Formats& formats, ImportOptions& options) {
  for (const ImportFormat& format : import_formats()) {
    if (!formats[format.name]) continue;
    if (!options.format.empty()) {
      return fail(ErrorKind::kUsage, "--" + options.format + " and --" + format.name + " at once",
                  {}, "import one format at a time");
    }
    options.format = format.name;
    const std::string usual = process::default_source_of(format);
    if (!options.source.empty() || usual.empty()) continue;
    options.source = expand_home(usual);
    if (format.name == kAgents && options.agent.empty()) options.agent = kUsualAgent;
  }
  if (options.agent == kAllAgents) options.agent.clear();
  if (options.source.empty()) {
    const bool is_told = !options.format.empty();
    return fail(ErrorKind::kUsage, "nothing to import", {},
                is_told ? "name the file or folder: pyramid import --" + options.format + " PATH"
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
        "Read no further than {}, for --limit; a higher one, or none, goes on after {}.\n",
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

std::string description_of(const ImportFormat& format) {
  if (format.default_source.empty()) return format.description;
  return format.description + "; default source " + format.default_source;
}

}  // namespace

void add_import(CLI::App& app, Command& chosen) {
  auto formats = std::make_shared<Formats>();
  CLI::App* command = add_operation(
      app, chosen, "import", &import,
      {.print =
           [](Context&, const ImportOptions& options, const ImportReport& report) {
             options.dry_run ? print_plan(report, options.limit)
                             : print_report(report, options.limit);
           },
       .prepare = [formats](Context&,
                            ImportOptions& options) { return choose_format(*formats, options); }});
  for (const ImportFormat& format : import_formats()) {
    command->add_flag("--" + format.name, (*formats)[format.name], description_of(format));
  }
}

}  // namespace pyramid::cli
