#include "format/loaded.hpp"

#include "format/sections.hpp"
#include "format/text_parts.hpp"

namespace pyramid::format {

namespace {

constexpr std::size_t kPercent = 100;

// Where the line begins that has this number, from 1.
std::size_t line_begin(std::string_view text, std::size_t number) {
  std::size_t at = 0;
  for (; number > 1; --number) at = next_line(text, at);
  return at;
}

}  // namespace

Loaded loaded(const Document& document, std::string_view path) {
  const std::string_view body = document.body;
  const std::string_view description = document.frontmatter.scalar("description").value_or("");
  Loaded found{to_bytes(document).size(), body.size() + description.size()};
  const Outline outlined = outline(body);
  for (const FoundSection& section : find_sections(document, path)) {
    const std::size_t before = document.body_line - 1;
    const std::size_t begin = line_begin(body, section.line - before);
    const std::size_t end = line_begin(body, section.last_line - before + 1);
    if (const auto why = find_why(body, begin, end, outlined.links)) {
      found.memory -= why->end - why->begin;
    } else if (const auto from = find_from(body, begin, end, outlined.links)) {
      found.memory -= from->end - from->begin;
    }
  }
  return found;
}

int share_of(const Loaded& loaded) {
  if (loaded.bytes == 0) return static_cast<int>(kPercent);
  return static_cast<int>(loaded.memory * kPercent / loaded.bytes);
}

}  // namespace pyramid::format
