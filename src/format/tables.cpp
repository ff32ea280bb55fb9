#include "format/tables.hpp"

#include "base/text.hpp"
#include "format/markdown.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::format {

namespace {

using Cells = std::vector<std::string>;

constexpr std::size_t kCodeIndent = 4;

// A bar behind a backslash is the cell's own.
bool is_bar(std::string_view line, std::size_t at) {
  return line[at] == '|' && (at == 0 || line[at - 1] != '\\');
}

bool has_bar(std::string_view line) {
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (is_bar(line, at)) return line.find_first_not_of(' ') < kCodeIndent;
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

// The headings, where these two lines begin a table.
std::optional<Cells> headings_of(std::string_view line, std::string_view next) {
  if (!has_bar(line) || !has_bar(next)) return std::nullopt;
  const Cells rule = cells_of(next);
  if (!std::all_of(rule.begin(), rule.end(), is_rule_cell)) return std::nullopt;
  Cells headings = cells_of(line);
  if (headings.size() != rule.size()) return std::nullopt;
  return headings;
}

std::optional<TableRow> row_of(const Cells& headings, const Cells& cells) {
  TableRow row;
  std::string text;
  std::string said;
  for (std::size_t i = 0; i < std::min(headings.size(), cells.size()); ++i) {
    if (cells[i].empty()) continue;
    if (!text.empty()) text += "; ";
    if (!said.empty()) said += "; ";
    if (!headings[i].empty()) text += headings[i] + ": ";
    text += cells[i];
    said += cells[i];
  }
  if (text.empty()) return std::nullopt;
  row.text = plain_text(text);
  row.cells = plain_text(said);
  return row;
}

bool is_fence(std::string_view line) {
  const std::string_view said = trim(line);
  return said.starts_with("```") || said.starts_with("~~~");
}

}  // namespace

std::vector<TableLine> read_tables(const std::vector<std::string_view>& lines) {
  std::vector<TableLine> out(lines.size());
  bool in_code = false;
  std::optional<Cells> headings;
  std::size_t rule = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (is_fence(lines[i])) in_code = !in_code;
    if (in_code || !has_bar(lines[i])) {
      headings.reset();
      continue;
    }
    if (!headings && i + 1 < lines.size()) {
      headings = headings_of(lines[i], lines[i + 1]);
      rule = i + 1;
    }
    if (!headings) continue;
    out[i].of_table = true;
    if (i > rule) out[i].row = row_of(*headings, cells_of(lines[i]));
  }
  return out;
}

std::string table_head(const std::vector<std::string_view>& lines, std::size_t line) {
  if (line >= lines.size() || !has_bar(lines[line])) return {};
  std::size_t first = line;
  while (first > 0 && has_bar(lines[first - 1])) --first;
  for (; first < line; ++first) {
    if (!headings_of(lines[first], lines[first + 1])) continue;
    std::string head = std::string(lines[first]) + "\n";
    if (first + 1 < line) head.append(lines[first + 1]).append("\n");
    return head;
  }
  return {};
}

}  // namespace pyramid::format
