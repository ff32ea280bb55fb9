#include "base/text.hpp"
#include "cli/change_lines.hpp"
#include "cli/operation_command.hpp"

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

}  // namespace

void add_search(CLI::App& app, Command& chosen) {
  auto explain = std::make_shared<bool>(false);
  CLI::App* command = add_operation(
      app, chosen, "search", &search_memory,
      {.print =
           [explain](Context& context, const SearchOptions& options, const SearchReport& report) {
             print_report(context, options, *explain, report);
           },
       .outcome =
           [](Context&, const SearchReport& report) {
             return report.answer_failed ? kExitEngine : kExitOk;
           }});
  command->add_flag("--explain", *explain, "Show what each score is made of");
}

}  // namespace pyramid::cli
