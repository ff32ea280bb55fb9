// Sections of a body that hold a list: found by their heading, and added to. Private to src/format.
#pragma once

#include "format/markdown.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid::format {

// A section below a heading of the second level, in bytes of the body; it ends before the next
// heading of that level or above.
struct ListSection {
  std::size_t begin = 0;  // of its heading
  std::size_t body = 0, end = 0;
};
// The first one with this heading, whatever the case of its letters.
std::optional<ListSection> find_section(const Outline& found, std::string_view heading,
                                        std::size_t body_size);
// Behind its last line that is not blank. `lines` end with `\n`; with `crlf` they get `\r\n`.
void append_to_section(std::string& body, const ListSection& section, std::string_view lines,
                       bool crlf);
// A new one, in front of `## Notes` where there is that, else at the end.
void put_section(std::string& body, std::string_view heading, std::string_view lines, bool crlf);

}  // namespace pyramid::format
