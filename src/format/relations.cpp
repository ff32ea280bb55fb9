#include "format/relations.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "format/list_sections.hpp"
#include "format/markdown.hpp"
#include "format/text_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace pyramid::format {

namespace {

constexpr std::string_view kHeading = "Relations";
constexpr std::string_view kItem = "- ";
constexpr std::string_view kRecordBegin = "<!-- relation ", kRecordEnd = " -->";

// As it may stand in a comment.
std::string encoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool stays = byte < 0x80 && (std::isalnum(byte) != 0 || c == '_' || c == '.');
    if (stays) {
      out += c;
    } else {
      out += fmt::format("%{:02X}", byte);
    }
  }
  return out;
}

std::string_view without_end(std::string_view line) {
  return line.substr(0, line.find_last_not_of(" \t\r\n") + 1);
}

// Takes the comment off the end of a line: when the relation was made, and what the words cannot
// say.
std::optional<std::string> take_record(std::string_view& line, RelationLine& relation) {
  std::optional<std::string> type;
  line = without_end(line);
  const std::size_t begin = line.rfind(kRecordBegin);
  if (!line.ends_with(kRecordEnd) || begin == std::string_view::npos) return type;
  std::string_view fields = line.substr(begin + kRecordBegin.size());
  fields.remove_suffix(kRecordEnd.size());
  for (const std::string_view field : split(fields, ' ')) {
    const std::size_t equals = field.find('=');
    if (equals == std::string_view::npos) {
      relation.made = parse_ulid(field).value_or(Ulid());
      continue;
    }
    std::string value = percent_decoded(field.substr(equals + 1));
    const std::string_view name = field.substr(0, equals);
    if (name == "type") {
      type = std::move(value);
    } else if (name == "from") {
      relation.from = std::move(value);
    } else if (name == "to") {
      relation.to = std::move(value);
    }
  }
  line = without_end(line.substr(0, begin));
  return type;
}

// nullopt for a line that is a person's own words.
std::optional<RelationLine> read_line(std::string_view body, std::size_t begin, std::size_t end,
                                      const std::vector<Link>& links, std::string_view path) {
  std::string_view line = body.substr(begin, end - begin);
  if (!line.starts_with(kItem)) return std::nullopt;
  RelationLine relation;
  relation.begin = begin;
  relation.end = end;
  const std::optional<std::string> type = take_record(line, relation);
  const auto link = std::find_if(links.begin(), links.end(), [&](const Link& one) {
    return one.line_begin == begin && !one.external;
  });
  if (link != links.end()) {
    const Edge edge = make_edge(*link, path);
    relation.path = edge.path;
    relation.shown = link->text;
  }
  if (relation.path.empty() && !relation.to) return std::nullopt;
  const std::string_view words = line.substr(std::min(line.size(), kItem.size()));
  relation.type = type ? *type : std::string(trim(plain_text(words.substr(0, words.find('[')))));
  return relation;
}

std::string words_of(std::string_view text) { return escape_inline(collapse_spaces(text)); }

std::string line_of(const RelationDraft& draft, std::string_view path, bool exact_type) {
  std::string line(kItem);
  std::string record = std::string(kRecordBegin) + to_string(draft.made);
  if (draft.from) {
    line += words_of(*draft.from) + " ";
    record += " from=" + encoded(*draft.from);
  }
  if (!collapse_spaces(draft.type).empty()) line += words_of(draft.type) + " ";
  if (exact_type || draft.from || draft.path.empty()) record += " type=" + encoded(draft.type);
  if (draft.path.empty()) {
    line += words_of(draft.to);
    record += " to=" + encoded(draft.to);
  } else {
    const std::string shown = collapse_spaces(draft.to);
    line +=
        link(shown.empty() ? draft.path : shown, path::relative(path::directory(path), draft.path));
  }
  return line + " " + record + std::string(kRecordEnd) + "\n";
}

// Whether the line gives the draft back, all it says.
bool says(const std::string& line, const RelationDraft& draft, std::string_view path) {
  const auto read = read_line(line, 0, line.size(), outline(line).links, path);
  return read && read->type == draft.type && read->from == draft.from && read->made == draft.made &&
         read->path == draft.path && read->to.value_or(draft.to) == draft.to;
}

Result<std::string> line_for(const RelationDraft& draft, std::string_view path) {
  for (const bool exact : {false, true}) {
    std::string line = line_of(draft, path, exact);
    if (says(line, draft, path)) return line;
  }
  return fail(ErrorKind::kInvalid, "this relation cannot be kept in a file", printable(draft.type),
              "name it in other words");
}

}  // namespace

std::vector<RelationLine> find_relations(const Document& document, std::string_view path) {
  const std::string_view body = document.body;
  std::vector<RelationLine> relations;
  if (body.find(kHeading) == std::string_view::npos) return relations;
  const Outline found = outline(body);
  const std::optional<ListSection> section = find_section(found, kHeading, body.size());
  if (!section) return relations;
  for (std::size_t at = section->body, next = 0; at < section->end; at = next) {
    next = next_line(body, at);
    if (auto relation = read_line(body, at, next, found.links, path)) {
      relations.push_back(*std::move(relation));
    }
  }
  return relations;
}

Result<std::string> with_relations(std::string_view bytes, std::string_view path,
                                   const std::vector<RelationDraft>& added) {
  PYRAMID_ASSIGN(Document document, read_document(bytes, path));
  std::string lines;
  for (const RelationDraft& draft : added) {
    PYRAMID_ASSIGN(const std::string line, line_for(draft, path));
    lines += line;
  }
  std::string& body = document.body;
  const std::size_t before = find_relations(document, path).size();
  if (const auto section = find_section(outline(body), kHeading, body.size())) {
    append_to_section(body, *section, lines, document.crlf);
  } else {
    put_section(body, kHeading, lines, document.crlf);
  }
  if (find_relations(document, path).size() != before + added.size()) {
    return fail(ErrorKind::kInvalid, "something left open in it hides its `## Relations`",
                std::string(path), "close the code fence or the comment");
  }
  return to_bytes(document);
}

Result<std::string> without_relations(std::string_view bytes, std::string_view path,
                                      const std::function<bool(const RelationLine&)>& goes) {
  PYRAMID_ASSIGN(Document document, read_document(bytes, path));
  std::string& body = document.body;
  std::vector<RelationLine> relations = find_relations(document, path);
  bool changed = false;
  for (auto one = relations.rbegin(); one != relations.rend(); ++one) {
    if (!goes(*one)) continue;
    body.erase(one->begin, one->end - one->begin);
    changed = true;
  }
  const auto section = find_section(outline(body), kHeading, body.size());
  if (changed && section &&
      trim(std::string_view(body).substr(section->body, section->end - section->body)).empty()) {
    body.erase(section->begin, section->end - section->begin);
  }
  return to_bytes(document);
}

}  // namespace pyramid::format
