#include "base/text.hpp"
#include "cli/context.hpp"
#include "cli/values.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace pyramid::cli {

namespace {

std::string place_of(const SearchHit& hit) {
  std::string place = printable(hit.path) + ":" + std::to_string(hit.first_line);
  if (hit.last_line > hit.first_line) place += "-" + std::to_string(hit.last_line);
  return place;
}

void print_hit(const Terminal& terminal, std::size_t number, const SearchHit& hit) {
  const std::string date = hit.at == Time{} ? "no date   " : format_date(date_of(hit.at));
  const std::string status = hit.status.empty() ? "" : "  (" + printable(hit.status) + ")";
  print(fmt::format("{} {}  {}  {:.3f}{}\n",
                    styled(terminal, Style::kBold, fmt::format("[{}]", number)), place_of(hit),
                    styled(terminal, Style::kDim, date), hit.score, status));
  for (const std::string_view line : split_lines(hit.snippet)) {
    print(fmt::format("    {}\n", line));
  }
}

void print_report(const Context& context, const SearchOptions& options,
                  const SearchReport& report) {
  const Terminal& terminal = context.terminal();
  if (options.answer) {
    if (report.answer_failed) {
      print("There is no answer this time.\n");
    } else if (report.answer.empty()) {
      print("Nothing in memory answers this.\n");
    } else {
      print(fmt::format("{}\n", styled(terminal, Style::kGreen, report.answer)));
    }
    if (!report.hits.empty()) print(report.answer.empty() ? "\nNearest:\n" : "\n");
  }
  for (std::size_t i = 0; i < report.hits.size(); ++i) print_hit(terminal, i + 1, report.hits[i]);
  if (report.refreshed) {
    print(styled(terminal, Style::kDim,
                 fmt::format("\n{}, checked against {} just now.",
                             count_of(report.hits.size(), "hit"), count_of(report.files, "file"))) +
          "\n");
  } else {
    print(styled(terminal, Style::kDim,
                 fmt::format("\n{} from the index as of {}; later changes are not seen.",
                             count_of(report.hits.size(), "hit"), format_time(report.checked_at))) +
          "\n");
  }
}

struct Arguments {
  std::vector<std::string> words;
  SearchOptions options;
  bool raw = false;
  bool no_refresh = false;
  std::optional<double> time_weight;
};

int run(Context& context, const Arguments& arguments) {
  SearchOptions options = arguments.options;
  options.query = join(arguments.words, " ");
  options.answer = !arguments.raw;
  options.refresh = !arguments.no_refresh;
  options.time_weight = arguments.time_weight;
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  options.workspace = std::move(*workspace);
  const Result<SearchReport> report = search_memory(context.environment(), options);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
  } else {
    print_report(context, options, *report);
  }
  const int code = context.report(report->diagnostics);
  return report->answer_failed ? kExitEngine : code;
}

}  // namespace

void add_search(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("search", "Ask the memory");
  auto arguments = std::make_shared<Arguments>();
  command->add_option("QUERY", arguments->words, "What to look for")->required();
  command->add_option("--limit", arguments->options.limit, "Hits at most")
      ->type_name("N")
      ->check(whole_number(1, kMostHits))
      ->capture_default_str();
  command->add_flag("--raw", arguments->raw, "Hits only, no answer on top");
  command
      ->add_option("--time-weight", arguments->time_weight,
                   "How much recency counts against relevance, 0 to 1; default as in pyramid.yaml")
      ->type_name("W");
  command->add_flag("--no-refresh", arguments->no_refresh,
                    "Answer from the index as it stands, without looking for changed files");
  command->add_flag("--quarantined", arguments->options.quarantined,
                    "Also show observations that are in quarantine");
  command->footer(
      "Keywords and meaning together. Every hit has its path and lines, its date and score.\n\n"
      "Examples:\n"
      "  pyramid search \"where does Ana live\"\n"
      "  pyramid search --raw --limit 5 boiler warranty\n"
      "  pyramid search --json --time-weight 0 \"first job\"");
  command->callback([arguments, &chosen] {
    chosen = [arguments](Context& context) { return run(context, *arguments); };
  });
}

}  // namespace pyramid::cli
