// What becomes of an observation after it was made: said again, or out of use.
#include "base/path.hpp"
#include "format/node.hpp"
#include "format/text_parts.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::format {

namespace {

constexpr std::size_t kLinksPerLine = 12;

std::string link_to(const ObservationDraft& again, std::string_view path) {
  const std::string turn = again.from_turn > 0 ? "^t" + std::to_string(again.from_turn) : "";
  return link(again.from_title, path::relative(path::directory(path), again.from_path), turn);
}

// The end of the text and its `From` lines: where the first edge heading begins.
std::size_t end_of_text(const Outline& found, std::size_t size) {
  for (const Heading& heading : found.headings) {
    if (is_edge_heading(heading)) return heading.begin;
  }
  return size;
}

// One more link in the `From` lines; in lines of its own where there are none. Where a person wrote
// something behind them they are part of the text, and stay as they are.
void add_link(Document& document, const std::string& added) {
  const std::string& body = document.body;
  const Outline found = outline(body);
  const std::size_t end = end_of_text(found, body.size());
  const std::string eol = document.crlf ? "\r\n" : "\n";
  if (const auto from = find_from(body, 0, end, found.links)) {
    if (body.find_first_not_of(" \t\r\n", from->end) < end) return;
    const std::size_t last = body.find_last_not_of(" \t\r\n", from->end - 1) + 1;
    const std::string gap = from->links.size() % kLinksPerLine == 0 ? "," + eol : ", ";
    document.body.insert(last, gap + added);
    return;
  }
  const std::size_t last = body.find_last_not_of(" \t\r\n", end == 0 ? 0 : end - 1);
  const std::size_t at = last == std::string::npos ? 0 : last + 1;
  const bool ends = body.find_first_not_of(" \t\r\n", at) == std::string::npos;
  document.body.replace(at, ends ? body.size() - at : 0,
                        eol + eol + "From " + added + (ends ? eol : ""));
}

}  // namespace

Result<std::string> said_again(std::string_view bytes, std::string_view path,
                               const ObservationDraft& again) {
  PYRAMID_ASSIGN(Document document, parse_document(bytes, path));
  std::vector<std::string> seen = document.frontmatter.list("seen");
  const std::string when = format_time(again.at);
  const auto place = std::lower_bound(seen.begin(), seen.end(), when);
  if (std::find(seen.begin(), seen.end(), when) != seen.end()) return std::string(bytes);
  seen.insert(place, when);
  document.has_frontmatter = true;
  document.frontmatter.set_list("seen", seen);
  if (!again.from_path.empty()) add_link(document, link_to(again, path));
  return to_bytes(document);
}

Result<std::string> superseded(std::string_view bytes, std::string_view path, const Ulid& by) {
  PYRAMID_ASSIGN(const std::string out_of_use, with_field(bytes, path, "status", "superseded"));
  return with_field(out_of_use, path, "superseded_by", to_string(by));
}

}  // namespace pyramid::format
