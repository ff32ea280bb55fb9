#include "engine/builtin/answering/runs.hpp"

#include "base/text.hpp"
#include "engine/builtin/writing/rated.hpp"
#include "engine/text/language.hpp"
#include "format/markdown.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace pyramid::engine::builtin::answering {
namespace {

constexpr std::size_t kShortLine = 60;  // bytes; a line of prose that was wrapped is longer

// "Name: Robert", "Spare key: with Mrs Novak".
bool is_field(std::string_view line) {
  constexpr std::size_t kLongestLabel = 30;
  const std::size_t colon = line.find(':');
  return colon != std::string_view::npos && colon > 0 && colon <= kLongestLabel &&
         (colon + 1 == line.size() || line[colon + 1] == ' ') &&
         line.find_first_of(".!?") > colon && (is_capital(line) || has_digit(line.substr(0, 1)));
}

bool ends_sentence(std::string_view line) {
  return !line.empty() && std::string_view(".!?…:;,").find(line.back()) != std::string_view::npos;
}

// Whether a line does not go on with what the one before it says, though no mark ends that.
bool begins_anew(std::string_view line, std::string_view before) {
  if (is_field(line) || is_field(before)) return true;
  return before.size() < kShortLine && !ends_sentence(before) &&
         (is_capital(line) || has_digit(line.substr(0, 1)));
}

bool is_fence(std::string_view said) { return said.starts_with("```") || said.starts_with("~~~"); }

// Of "| a | b |"; a bar behind a backslash is the cell's own.
std::vector<std::string> cells_of(std::string_view said) {
  std::vector<std::string> cells;
  std::size_t begin = 1;
  for (std::size_t at = 1; at <= said.size(); ++at) {
    if (at < said.size() && (said[at] != '|' || said[at - 1] == '\\')) continue;
    const std::string_view cell = trim(said.substr(begin, at - begin));
    const bool behind_last = at == said.size() && cell.empty();
    if (!behind_last) cells.push_back(replace_all(cell, "\\|", "|"));
    begin = at + 1;
  }
  return cells;
}

// "| --- | :-: |", between a table's headings and its rows.
bool is_rule(const std::vector<std::string>& cells) {
  return std::all_of(cells.begin(), cells.end(), [](const std::string& cell) {
    return cell.find('-') != std::string::npos &&
           cell.find_first_not_of(":- ") == std::string::npos;
  });
}

std::string row_text(const std::vector<std::string>& headings,
                     const std::vector<std::string>& cells) {
  std::string text;
  for (std::size_t i = 0; i < std::min(headings.size(), cells.size()); ++i) {
    if (cells[i].empty()) continue;
    if (!text.empty()) text += "; ";
    text += headings[i].empty() ? cells[i] : headings[i] + ": " + cells[i];
  }
  return format::plain_text(text);
}

class Runs {
 public:
  static std::vector<Run> of(std::string_view markdown) {
    Runs runs;
    for (const std::string_view line : split_lines(markdown)) runs.take(line);
    runs.end();
    return std::move(runs.all_);
  }

 private:
  void take(std::string_view line) {
    const std::string_view said = trim(line);
    if (is_fence(said)) in_code_ = !in_code_;
    if (!in_code_ && said.starts_with('|')) return take_row(cells_of(said));
    headings_.clear();
    in_table_ = false;
    const bool is_prose = !in_code_ && !said.empty() && !is_fence(said) && said[0] != '#' &&
                          !said.starts_with("From [") && !said.starts_with("<!--");
    if (!is_prose) return end();
    const std::optional<std::string_view> item = list_item(line);
    if (item || begins_anew(said, last_)) end();
    run_.append(writing::read_rated(item ? *item : said).text).append("\n");
    last_ = said;
  }
  void take_row(std::vector<std::string> cells) {
    end();
    if (!in_table_) {
      in_table_ = !headings_.empty() && is_rule(cells);
      if (!in_table_) headings_ = std::move(cells);
      return;
    }
    std::string text = row_text(headings_, cells);
    if (!text.empty()) all_.push_back({std::move(text), true});
  }
  void end() {
    if (!run_.empty()) all_.push_back({format::plain_text(std::exchange(run_, {}))});
    last_ = {};
  }

  std::vector<Run> all_;
  std::string run_;
  std::string_view last_;              // its last line
  std::vector<std::string> headings_;  // of the table that may be here
  bool in_table_ = false;              // behind its rule
  bool in_code_ = false;
};

}  // namespace

std::vector<Run> runs_of(std::string_view markdown) { return Runs::of(markdown); }

}  // namespace pyramid::engine::builtin::answering
