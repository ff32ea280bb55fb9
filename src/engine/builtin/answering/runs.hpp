// A passage cut where no sentence goes on: paragraphs, list items, fields, lines that stand by
// themselves, rows of tables. Pure; any thread.
#pragma once

#include "format/tables.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::builtin::answering {

struct Run {
  std::string text = {};                               // without markup
  std::optional<format::TableRow> row = std::nullopt;  // says one thing, whatever stops are in it
};

// In the order of the text. Without code, comments, headings, `From [` lines, and lines that begin
// with a bar and are of no table.
std::vector<Run> runs_of(std::string_view markdown);

}  // namespace pyramid::engine::builtin::answering
