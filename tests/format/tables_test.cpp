#include "format/tables.hpp"

#include "base/text.hpp"
#include "tests/support/catch.hpp"

namespace pyramid::format {
namespace {

std::vector<std::string> rows_in(const std::string& text) {
  std::vector<std::string> rows;
  for (const TableLine& line : read_tables(split_lines(text))) {
    if (line.row) rows.push_back(line.row->text);
  }
  return rows;
}
using Rows = std::vector<std::string>;

}  // namespace

TEST_CASE("tables: a row is told with its headings, with bars at its ends or without") {
  CHECK(rows_in("| Tool | Where |\n| --- | :-: |\n| **Ladder** | [shed](shed.md) |\n") ==
        Rows{"Tool: Ladder; Where: shed"});
  CHECK(rows_in("Boat | Berth\n--- | ---\nWanderer | B12\nSea Otter | C3\nA line behind it.\n") ==
        Rows{"Boat: Wanderer; Berth: B12", "Boat: Sea Otter; Berth: C3"});
  CHECK(rows_in("| Tool |\n|-|\n| Ladder |\n") == Rows{"Tool: Ladder"});
  CHECK(rows_in("| | Where |\r\n|--|--|\r\n| Ladder | attic<br>shed |\r\n") ==
        Rows{"Ladder; Where: attic shed"});
}

TEST_CASE("tables: cells that are empty, too few, too many, or hold a bar") {
  CHECK(rows_in("|A|B|C|\n|-|-|-|\n|1||3|\n|1|\n|1|2|3|4|\n||||\n|x \\| y|`p \\| q`|\n") ==
        Rows{"A: 1; C: 3", "A: 1", "A: 1; B: 2; C: 3", "A: x | y; B: p | q"});
}

TEST_CASE("tables: a cell is a line of text, whatever it begins with") {
  CHECK(rows_in("|A|B|\n|-|-|\n|1. First|<ul><li>x</li></ul>|\n|# 5|*a|\n|<p>|b*|\n") ==
        Rows{"A: 1. First; B: x", "A: # 5; B: *a", "B: b*"});
}

TEST_CASE("tables: what looks like one and is none") {
  CHECK(rows_in("|A|B|\n|-|-|\n|1|2|\n# Next | part\n- item | y\n> q | z\n1. a | b\n") ==
        Rows{"A: 1; B: 2"});
  CHECK(rows_in("# A | B\n--- | ---\na | b\n").empty());
  CHECK(rows_in("\t| A | B |\n\t|---|---|\n\t| a | b |\n").empty());
  CHECK(rows_in("| no | rule |\n| a | b |\n").empty());
  CHECK(rows_in("| two | cells |\n| --- |\n| a | b |\n").empty());
  CHECK(rows_in("```\n| A | B |\n|---|---|\n| a | b |\n```\n").empty());
  CHECK(rows_in("    | A | B |\n    |---|---|\n    | a | b |\n").empty());
  CHECK(rows_in("this | that\nor | the other\n").empty());
  CHECK(rows_in("").empty());
}

TEST_CASE("tables: the headings of one that began before a line") {
  const auto lines =
      split_lines("Text.\n| A | B |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n| 5 | 6 |\n");
  CHECK(table_head(lines, 4) == "| A | B |\n|---|---|\n");
  CHECK(table_head(lines, 3) == "| A | B |\n|---|---|\n");
  CHECK(table_head(lines, 2) == "| A | B |\n");
  CHECK(table_head(split_lines("```\n|A|B|\n|-|-|\n|1|2|\n|3|4|\n```\n"), 4).empty());
  for (const std::size_t none : {0, 1, 5, 6, 7}) CHECK(table_head(lines, none).empty());
}

}  // namespace pyramid::format
