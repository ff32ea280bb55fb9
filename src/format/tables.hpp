// The tables of a markdown text as GFM has them (github.github.com/gfm, "Tables (extension)"): a
// line of headings, a rule with as many cells (`| --- | :-: |`), and rows, with bars at the ends of
// a line or without. A line without any bar ends a table here. Pure; any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::format {

struct TableRow {
  std::string text;   // "Tool: ladder; Where: in the shed", without markup
  std::string cells;  // "ladder; in the shed"
};

struct TableLine {
  bool of_table = false;                       // headings, rule or row
  std::optional<TableRow> row = std::nullopt;  // nullopt, too, for one with nothing in it
};

// One for each of the lines. What stands in a block of code is no table.
std::vector<TableLine> read_tables(const std::vector<std::string_view>& lines);

// The headings and the rule, a line each, of the table that goes on in a line (from 0) and began
// before it, as far as they stand before it; "" where there is none.
std::string table_head(const std::vector<std::string_view>& lines, std::size_t line);

}  // namespace pyramid::format
