#include "format/entries.hpp"

#include "base/text.hpp"
#include "format/markdown.hpp"
#include "format/node.hpp"
#include "format/turn_escape.hpp"

#include <algorithm>

namespace pyramid::format {

namespace {

constexpr int kSectionLevel = 2;
constexpr std::string_view kNotes = "Notes";

bool begins_section(std::string_view line) {
  const std::string_view content = trim(line);
  if (content.starts_with('#')) return true;
  return !content.empty() && (content[0] == '=' || content[0] == '-') &&
         content.find_first_not_of(content[0]) == std::string_view::npos;
}

std::string escaped(std::string_view text) {
  std::string out;
  const std::string turn = escape_turn(trim(text));
  for (const std::string_view line : split_lines(turn)) {
    const std::size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
    const bool escape = begins_section(line) || line.substr(indent).starts_with("From [");
    out.append(line.substr(0, indent)).append(escape ? "\\" : "").append(line.substr(indent));
    out += '\n';
  }
  return out;
}

Result<WithEntry> with_entry_at(Document document, std::size_t at, std::string entry) {
  std::string& body = document.body;
  const std::string_view before = std::string_view(body).substr(0, at);
  if (!before.empty() && !before.ends_with('\n')) entry.insert(0, "\n");
  const bool blank = before.empty() || before.ends_with("\n\n") || before.ends_with("\n\r\n");
  if (!blank) entry.insert(0, "\n");
  if (at < body.size()) entry += '\n';
  const std::size_t blanks = entry.find_first_not_of('\n');
  if (document.crlf) entry = replace_all(entry, "\n", "\r\n");
  WithEntry out;
  const auto above = std::count(before.begin(), before.end(), '\n');
  out.line = document.body_line + static_cast<std::size_t>(above) + blanks;
  body.insert(at, entry);
  out.bytes = to_bytes(document);
  return out;
}

std::string entry_of(std::string_view heading, std::string_view text) {
  return std::string(heading) + "\n\n" + escaped(text);
}

}  // namespace

Result<WithEntry> with_note_entry(std::string_view bytes, std::string_view path,
                                  std::string_view heading, std::string_view text) {
  PYRAMID_ASSIGN(Document document, parse_document(bytes, path));
  const Outline found = outline(document.body);
  bool inside = false;
  for (const Heading& one : found.headings) {
    if (inside && one.level <= kSectionLevel) {
      return with_entry_at(std::move(document), one.begin, entry_of(heading, text));
    }
    inside = inside || (one.level == kSectionLevel && one.text == kNotes);
  }
  const std::string opening = inside ? "" : "## " + std::string(kNotes) + "\n\n";
  const std::size_t end = document.body.size();
  PYRAMID_ASSIGN(WithEntry out,
                 with_entry_at(std::move(document), end, opening + entry_of(heading, text)));
  if (!inside) out.line += 2;
  return out;
}

Result<WithEntry> with_last_entry(std::string_view bytes, std::string_view path,
                                  std::string_view heading, std::string_view text) {
  PYRAMID_ASSIGN(Document document, read_document(bytes, path));  // the head stays as it is
  const std::size_t end = document.body.size();
  return with_entry_at(std::move(document), end, entry_of(heading, text));
}

}  // namespace pyramid::format
