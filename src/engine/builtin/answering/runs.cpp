#include "engine/builtin/answering/runs.hpp"

#include "base/code_fence.hpp"
#include "base/text.hpp"
#include "engine/builtin/writing/rated.hpp"
#include "engine/text/language.hpp"
#include "format/markdown.hpp"
#include "format/why_page.hpp"

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

class Runs {
 public:
  static std::vector<Run> of(std::string_view markdown) {
    Runs runs;
    const std::vector<std::string_view> lines = split_lines(markdown);
    std::vector<format::TableLine> tables = format::read_tables(lines);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (tables[i].of_table) {
        runs.take_row(std::move(tables[i].row));
      } else {
        runs.take(lines[i]);
      }
    }
    runs.end();
    return std::move(runs.all_);
  }

 private:
  void take(std::string_view line) {
    const std::string_view said = trim(line);
    if (is_code_fence(said)) in_code_ = !in_code_;
    const bool is_prose = !in_code_ && !said.empty() && !is_code_fence(said) && said[0] != '#' &&
                          said[0] != '|' && !format::is_source_line(said) &&
                          !said.starts_with("<!--");
    if (!is_prose) return end();
    const std::optional<std::string_view> item = list_item(line);
    if (item || begins_anew(said, last_)) end();
    run_.append(writing::read_rated(item ? *item : said).text).append("\n");
    last_ = said;
  }
  void take_row(std::optional<format::TableRow> row) {
    end();
    if (row) all_.push_back({row->text, std::move(row)});
  }
  void end() {
    if (!run_.empty()) all_.push_back({format::plain_text(std::exchange(run_, {}))});
    last_ = {};
  }

  std::vector<Run> all_;
  std::string run_;
  std::string_view last_;  // its last line
  bool in_code_ = false;
};

}  // namespace

std::vector<Run> runs_of(std::string_view markdown) { return Runs::of(markdown); }

}  // namespace pyramid::engine::builtin::answering
