// A passage cut where no sentence goes on: paragraphs, list items, fields, lines that stand by
// themselves, rows of tables. Pure; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::builtin::answering {

struct Run {
  std::string text;  // without markup; a row as "Tool: ladder; Where: in the shed"
  bool row = false;  // of a table: says one thing, whatever stops are in it
};

// In the order of the text. Without code, headings and `From [` lines; a row under no headings (its
// table's beginning is in another passage) is left out.
std::vector<Run> runs_of(std::string_view markdown);

}  // namespace pyramid::engine::builtin::answering
