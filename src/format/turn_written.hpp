// What of a turn's text a markdown file cannot hold as it was said, and how it stands there
// instead: a line `<!-- text … -->` above it says so, and without that line nothing is changed.
// Private to src/format.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pyramid::format {

struct WrittenTurn {
  std::string text;   // no carriage return in it
  bool crlf = false;  // each line end of the text was `\r\n`
  // `&#13;`, `&#94;` and `&#37;` stand for a carriage return, `^` and `%`; where the text said one
  // of these itself it has `&amp;` in place of its `&`.
  bool entities = false;
};

// Entities stand only where they must: for carriage returns among other line ends, for the `^` of a
// `^t17` that ends a line, which Obsidian would take for the turn of that number, and for the last
// `%%` of an odd number of them, which would hide all that follows. Not for the latter two within a
// fence that is closed. said_as_written(write_turn(x)) == x for every text.
WrittenTurn write_turn(std::string_view said);
std::string said_as_written(const WrittenTurn& written);

// `<!-- text crlf entities -->`, with one of the words or both; "" where nothing is to be said.
std::string text_line(const WrittenTurn& written);
// Sets what the line says; false for any other line.
bool parse_text_line(std::string_view line, WrittenTurn& written);

}  // namespace pyramid::format
