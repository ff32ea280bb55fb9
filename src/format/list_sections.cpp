#include "format/list_sections.hpp"

#include "base/text.hpp"
#include "format/text_parts.hpp"

namespace pyramid::format {

std::optional<ListSection> find_section(const Outline& found, std::string_view heading,
                                        std::size_t body_size) {
  std::optional<ListSection> section;
  for (const Heading& one : found.headings) {
    if (section && one.level <= 2) {
      section->end = one.begin;
      return section;
    }
    if (!section && one.level == 2 && equals_ignoring_case(one.text, heading)) {
      section = ListSection{one.begin, one.body, body_size};
    }
  }
  return section;
}

void append_to_section(std::string& body, const ListSection& section, std::string_view lines,
                       bool crlf) {
  const std::size_t last =
      std::string_view(body).substr(0, section.end).find_last_not_of(" \t\r\n");
  const std::size_t at = last < section.body ? section.body : next_line(body, last);
  const bool is_open = at > 0 && body[at - 1] != '\n';
  const std::string added = (is_open ? "\n" : "") + std::string(lines);
  body.insert(at, crlf ? with_crlf(added) : added);
}

void put_section(std::string& body, std::string_view heading, std::string_view lines, bool crlf) {
  const Outline found = outline(body);
  std::size_t at = body.size();
  for (const Heading& one : found.headings) {
    if (one.level == 2 && one.text == "Notes") at = one.begin;
  }
  const std::string_view before = std::string_view(body).substr(0, at);
  const bool is_open = !before.empty() && !before.ends_with('\n');
  const bool is_apart = before.empty() || before.ends_with("\n\n") || before.ends_with("\n\r\n");
  std::string section = is_open ? "\n" : "";
  if (!is_apart) section += "\n";
  section.append("## ").append(heading).append("\n").append(lines);
  if (at < body.size()) section += "\n";
  body.insert(at, crlf ? with_crlf(section) : section);
}

}  // namespace pyramid::format
