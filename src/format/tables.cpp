#include "format/tables.hpp"

#include "base/code_fence.hpp"
#include "base/text.hpp"
#include "format/markdown.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::format {

namespace {

using Cells = std::vector<std::string>;

constexpr std::size_t kCodeIndent = 4;

// A bar behind a backslash that is none's own is a part of the cell.
bool is_bar(std::string_view line, std::size_t at) {
  if (line[at] != '|') return false;
  std::size_t marks = 0;
  while (marks < at && line[at - marks - 1] == '\\') ++marks;
  return marks % 2 == 0;
}

// "# Title", "- item", "1. item", "> quoted": no line of a table.
bool begins_block(std::string_view line) {
  if (is_code_fence(line) || line.starts_with('>')) return true;
  const std::size_t mark = std::min(line.find(' '), line.size());
  const std::string_view first = line.substr(0, mark);
  const bool numbered = first.size() > 1 && (first.ends_with('.') || first.ends_with(')')) &&
                        first.find_first_not_of("0123456789") == first.size() - 1;
  return !first.empty() && (numbered || first == "-" || first == "*" || first == "+" ||
                            first.find_first_not_of('#') == std::string_view::npos);
}

bool may_be_of_table(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(' ');
  if (begin == std::string_view::npos || begin >= kCodeIndent || line[begin] == '\t') return false;
  if (begins_block(line.substr(begin))) return false;
  for (std::size_t at = begin; at < line.size(); ++at) {
    if (is_bar(line, at)) return true;
  }
  return false;
}

// Of "| a | b |", or "a | b".
Cells cells_of(std::string_view line) {
  line = trim(line);
  if (line.starts_with('|')) line.remove_prefix(1);
  if (!line.empty() && is_bar(line, line.size() - 1)) line.remove_suffix(1);
  Cells cells;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= line.size(); ++at) {
    if (at < line.size() && !is_bar(line, at)) continue;
    cells.push_back(replace_all(trim(line.substr(begin, at - begin)), "\\|", "|"));
    begin = at + 1;
  }
  return cells;
}

// ":--", "---".
bool is_rule_cell(std::string_view cell) {
  if (cell.starts_with(':')) cell.remove_prefix(1);
  if (cell.ends_with(':')) cell.remove_suffix(1);
  return !cell.empty() && cell.find_first_not_of('-') == std::string_view::npos;
}

bool begin_table(std::string_view line, std::string_view next) {
  if (!may_be_of_table(line) || !may_be_of_table(next)) return false;
  const Cells rule = cells_of(next);
  return std::all_of(rule.begin(), rule.end(), is_rule_cell) &&
         cells_of(line).size() == rule.size();
}

// Of each line that is of a table the line of its headings.
std::vector<std::optional<std::size_t>> headings_of(const std::vector<std::string_view>& lines) {
  std::vector<std::optional<std::size_t>> of(lines.size());
  bool in_code = false;
  std::optional<std::size_t> headings;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (is_code_fence(trim(lines[i]))) in_code = !in_code;
    if (in_code || !may_be_of_table(lines[i])) {
      headings.reset();
    } else if (!headings && i + 1 < lines.size() && begin_table(lines[i], lines[i + 1])) {
      headings = i;
    }
    of[i] = headings;
  }
  return of;
}

// Behind a word no mark begins a block.
std::string plain_cell(const std::string& cell) {
  constexpr std::string_view kWord = "x ";
  const std::string plain = collapse_spaces(plain_text(std::string(kWord) + cell));
  return plain.size() > kWord.size() ? plain.substr(kWord.size()) : "";
}

std::optional<TableRow> row_of(const Cells& headings, const Cells& cells) {
  TableRow row;
  for (std::size_t i = 0; i < std::min(headings.size(), cells.size()); ++i) {
    const std::string cell = plain_cell(cells[i]);
    if (cell.empty()) continue;
    if (!row.text.empty()) row.text += "; ";
    if (!row.cells.empty()) row.cells += "; ";
    if (!headings[i].empty()) row.text += headings[i] + ": ";
    row.text += cell;
    row.cells += cell;
  }
  if (row.text.empty()) return std::nullopt;
  return row;
}

}  // namespace

std::vector<TableLine> read_tables(const std::vector<std::string_view>& lines) {
  const auto headings_at = headings_of(lines);
  std::vector<TableLine> out(lines.size());
  Cells headings;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!headings_at[i]) continue;
    out[i].of_table = true;
    if (*headings_at[i] == i) {
      headings = cells_of(lines[i]);
      for (std::string& heading : headings) heading = plain_cell(heading);
    } else if (i > *headings_at[i] + 1) {
      out[i].row = row_of(headings, cells_of(lines[i]));
    }
  }
  return out;
}

std::string table_head(const std::vector<std::string_view>& lines, std::size_t line) {
  if (line >= lines.size() || !may_be_of_table(lines[line])) return {};
  const std::optional<std::size_t> headings = headings_of(lines)[line];
  if (!headings) return {};
  std::string head;
  for (std::size_t i = *headings; i < std::min(line, *headings + 2); ++i) {
    head.append(lines[i]).append("\n");
  }
  return head;
}

}  // namespace pyramid::format
