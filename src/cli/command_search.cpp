#include "base/moment.hpp"
#include "base/text.hpp"
#include "cli/change_lines.hpp"
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

// The snippet with the query's words in bold, where there are colours.
std::string marked(const Terminal& terminal, const SearchHit& hit) {
  const std::string_view snippet = hit.snippet;
  std::string out;
  std::size_t done = 0;
  for (const auto& [begin, end] : hit.marks) {
    out += printable_lines(snippet.substr(done, begin - done));
    out += styled(terminal, Style::kBold, printable_lines(snippet.substr(begin, end - begin)));
    done = end;
  }
  return out + printable_lines(snippet.substr(done));
}

void print_explanation(const Terminal& terminal, const SearchHit& hit) {
  const std::string reranked = hit.reranked ? fmt::format(", reranked {:.3f}", *hit.reranked) : "";
  print(styled(terminal, Style::kDim,
               fmt::format(
                   "    words {:.3f}, meaning {:.3f}, near {:.3f}, beside {:.3f}, "
                   "conversation {:.3f}, passage {:.3f}, speaker {:.0f}, date {:.3f}, time {:.0f}, "
                   "asking {:.3f}, telling {:.3f}{}: relevance {:.3f}; recency {:.3f}",
                   hit.keyword, hit.vector, hit.near, hit.neighbours, hit.file, hit.passage,
                   hit.speaker_named, hit.date_named, hit.time_told, hit.asking, hit.telling,
                   reranked, hit.relevance, hit.recency)) +
        "\n");
}

// "note: Boiler › Warranty", "observation of user".
std::string sort_of(const SearchHit& hit) {
  std::string sort = std::string(hit.kind);
  if (!hit.model.empty()) sort += " of " + hit.model;
  if (!hit.heading.empty()) sort += ": " + hit.heading;
  return printable(sort);
}

void print_hit(const Terminal& terminal, std::size_t number, const SearchHit& hit, bool explain) {
  const std::string date = hit.at == Time{} ? "no date   " : format_date(hit.day);
  const std::string status = hit.status.empty() ? "" : "  (" + printable(hit.status) + ")";
  print(fmt::format("{} {}  {}  {:.3f}  {}{}\n",
                    styled(terminal, Style::kBold, fmt::format("[{}]", number)), place_of(hit),
                    styled(terminal, Style::kDim, date), hit.score,
                    styled(terminal, Style::kDim, sort_of(hit)), status));
  if (explain) print_explanation(terminal, hit);
  const std::string snippet = marked(terminal, hit);
  for (const std::string_view line : split_lines(snippet)) {
    print(fmt::format("    {}\n", line));
  }
  for (const std::string& twin : hit.also) {
    print(styled(terminal, Style::kDim, "    also: " + printable(twin)) + "\n");
  }
}

void print_report(const Context& context, const SearchOptions& options, bool explain,
                  const SearchReport& report) {
  const Terminal& terminal = context.terminal();
  if (options.answer) {
    if (report.answer_failed) {
      print("There is no answer this time.\n");
    } else if (report.answer.empty()) {
      print("Nothing in memory answers this.\n");
    } else {
      print(fmt::format("{}\n", styled(terminal, Style::kGreen, printable_lines(report.answer))));
    }
    if (!report.hits.empty()) print(report.answer.empty() ? "\nNearest:\n" : "\n");
  }
  for (std::size_t i = 0; i < report.hits.size(); ++i) {
    print_hit(terminal, i + 1, report.hits[i], explain);
  }
  if (report.commit) {
    print(styled(
              terminal, Style::kDim,
              fmt::format("\n{} in the memory as it was in {}.",
                          count_of(report.hits.size(), "hit"), name_of(terminal, *report.commit))) +
          "\n");
  } else if (report.refreshed) {
    print(styled(terminal, Style::kDim,
                 fmt::format("\n{}, checked against {} just now.",
                             count_of(report.hits.size(), "hit"), count_of(report.files, "file"))) +
          "\n");
  } else {
    print(styled(terminal, Style::kDim,
                 fmt::format("\n{} from the index as of {}; later changes are not seen.",
                             count_of(report.hits.size(), "hit"),
                             format_time(terminal.zone.local(report.checked_at)))) +
          "\n");
  }
}

struct SearchArguments {
  std::vector<std::string> words;
  SearchOptions options;
  bool raw = false;
  bool explain = false;
  std::string as_of;
};

int run_search(Context& context, const SearchArguments& arguments) {
  SearchOptions options = arguments.options;
  options.query = text_of(arguments.words);
  options.answer = !arguments.raw;
  const Result<std::optional<Time>> as_of = time_of_option(
      "--as-of", arguments.as_of == "yesterday" ? "" : arguments.as_of, context.zone());
  if (!as_of) return context.report(as_of.error());
  options.as_of = *as_of;
  if (arguments.as_of == "yesterday") {
    const Time now = context.environment().clock.now();
    options.as_of = parse_moment(arguments.as_of, now, context.zone())->last;
  }
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  options.workspace = std::move(*workspace);
  const Result<SearchReport> report = search_memory(context.environment(), options);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
  } else {
    print_report(context, options, arguments.explain, *report);
  }
  const int code = context.report(report->diagnostics);
  return report->answer_failed ? kExitEngine : code;
}

}  // namespace

void add_search(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("search", "Ask the memory");
  auto arguments = std::make_shared<SearchArguments>();
  command->add_option("QUERY", arguments->words, "What to look for; `-`: standard input")
      ->required();
  command
      ->add_option("--limit", arguments->options.limit,
                   "Hits at most; default as in pyramid.yaml, else 20")
      ->type_name("N")
      ->check(whole_number(1, kMostHits));
  command->add_flag("--raw", arguments->raw, "Hits only, no answer on top");
  command
      ->add_option("--time-weight", arguments->options.time_weight,
                   "How much recency counts against relevance, 0 to 1; default as in pyramid.yaml")
      ->type_name("W")
      ->check(number());
  repeatable(command->add_option(
                 "--source", arguments->options.sources,
                 "Look only at memory, sessions, daily, models, observations, summaries, notes, "
                 "identity\n"
                 "or extra, at model:NAME, tag:NAME, agent:NAME or user:NAME (of captures), or\n"
                 "since:DATE, until:DATE or DATE..DATE; may be given several times;\n"
                 "all: at everything, whatever pyramid.yaml says"))
      ->type_name("WHAT");
  command->add_option("--as-of", arguments->as_of, "Count age from this time instead of now")
      ->type_name("DATE")
      ->check(not_empty());
  command
      ->add_option("--at", arguments->options.at,
                   "Ask the memory as it was then: a commit, a day, \"yesterday\"")
      ->type_name("WHEN")
      ->check(not_empty());
  command
      ->add_option("--min-score", arguments->options.min_score,
                   "Leave out hits with a lower score, 0 to 1; default as in pyramid.yaml")
      ->type_name("S")
      ->check(number());
  command->add_flag("--explain", arguments->explain, "Show what each score is made of");
  add_refresh(*command, arguments->options.refresh);
  command->add_flag("--quarantined", arguments->options.quarantined,
                    "Also show observations that are in quarantine");
  command->footer(
      "Keywords and meaning together. Every hit has its path and lines, its date and score.\n\n"
      "Examples:\n"
      "  pyramid search \"where does Ana live\"\n"
      "  pyramid search --raw --limit 5 boiler warranty\n"
      "  pyramid search --json --time-weight 0 \"first job\"\n"
      "  pyramid search --at 2026-05-01 \"where does Ana live\"\n"
      "  pyramid search --source sessions --source 2026-01-01..2026-03-31 --explain harbour");
  command->callback([arguments, &chosen] {
    chosen = [arguments](Context& context) { return run_search(context, *arguments); };
  });
}

}  // namespace pyramid::cli
