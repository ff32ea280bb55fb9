#include "format/task.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "format/list_sections.hpp"
#include "format/tags.hpp"
#include "format/text_parts.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <utility>

namespace pyramid::format {

namespace {

constexpr std::array<std::string_view, kRelations> kHeadings = {"Blocks", "Related to",
                                                                "Derived from", "Similar to"};
constexpr std::string_view kOutcomeHeading = "Outcome";
constexpr std::string_view kWholeHeading = "Outcome in full";
constexpr std::string_view kFound = "<!-- found by Pyramid -->";

std::string_view whole_line(std::string_view body, std::size_t at) {
  return body.substr(at, next_line(body, at) - at);
}

// Each section of a relation, in bytes.
struct RelationSection {
  Relation relation = Relation::kRelatedTo;
  std::size_t begin = 0, end = 0;
};
std::vector<RelationSection> relation_sections(const Outline& found, std::size_t size) {
  std::vector<RelationSection> sections;
  bool inside = false;
  for (const Heading& heading : found.headings) {
    if (inside && heading.level <= 2) {
      sections.back().end = heading.begin;
      inside = false;
    }
    if (const auto relation = relation_of(heading)) {
      sections.push_back({*relation, heading.begin, size});
      inside = true;
    }
  }
  return sections;
}

// Whether a line is a list item with a link and nothing else, but perhaps our mark.
bool is_link_alone(std::string_view line) {
  line = trim(line);
  if (line.ends_with(kFound)) line = trim(line.substr(0, line.size() - kFound.size()));
  if (!line.starts_with("- [") && !line.starts_with("* [")) return false;
  const std::vector<Link> links = outline(line).links;
  return links.size() == 1 && line.ends_with(')') && line.rfind("](") == line.find("](");
}

// Behind the list item that begins at `at`, with the lines that go on with it.
std::size_t end_of_item(std::string_view body, std::size_t at) {
  std::size_t end = next_line(body, at);
  while (end < body.size() && (body[end] == ' ' || body[end] == '\t') &&
         !trim(whole_line(body, end)).empty()) {
    end = next_line(body, end);
  }
  return end;
}

// Headings that a task has for itself are deeper ones in its description.
std::string with_deeper_headings(std::string markdown) {
  const Outline found = outline(markdown);
  for (auto heading = found.headings.rbegin(); heading != found.headings.rend(); ++heading) {
    const std::size_t marks = markdown.find_first_not_of('#', heading->begin) - heading->begin;
    if (heading->level <= 2 && marks > 0) markdown.replace(heading->begin, marks, "###");
  }
  return markdown;
}

Failure hidden(std::string_view path) {
  return fail(ErrorKind::kInvalid, "an unclosed code fence or comment would hide what is added",
              std::string(path), "close it");
}

void blank_out(std::string& body, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    if (body[i] != '\n') body[i] = ' ';
  }
}

}  // namespace

std::string_view heading_of(Relation relation) {
  return kHeadings[static_cast<std::size_t>(relation)];
}

std::optional<Relation> relation_of(const Heading& heading) {
  if (heading.level != 2) return std::nullopt;
  for (std::size_t i = 0; i < kHeadings.size(); ++i) {
    if (equals_ignoring_case(heading.text, kHeadings[i])) return static_cast<Relation>(i);
  }
  return std::nullopt;
}

std::vector<Related> related_in(std::string_view body, const Outline& found,
                                std::string_view path) {
  std::vector<Related> related;
  for (const RelationSection& section : relation_sections(found, body.size())) {
    for (const Link& link : found.links) {
      const bool is_here = link.line_begin >= section.begin && link.line_begin < section.end;
      if (!is_here || link.external) continue;
      Edge edge = make_edge(link, path);
      if (edge.path.empty()) continue;
      const bool found_by_program =
          whole_line(body, link.line_begin).find(kFound) != std::string_view::npos;
      related.push_back({section.relation, std::move(edge), found_by_program});
    }
  }
  return related;
}

std::string write_task(const TaskDraft& draft) {
  Document document;
  document.has_frontmatter = true;
  Frontmatter& head = document.frontmatter;
  head.set("id", to_string(draft.id));
  head.set("kind", name_of(Kind::kTask));
  head.set("at", format_time(draft.at));
  head.set("success", "null");
  add_scopes(head, draft.scopes);
  std::string title = escape_inline(collapse_spaces(draft.title));
  if (title.ends_with('#')) title.insert(title.size() - 1, "\\");  // else it closes the heading
  document.body = "# " + title + "\n";
  if (!trim(draft.description).empty()) {
    const Allowed allowed{.headings_below = 2, .relative_links = true};
    document.body += "\n" + settled_text(with_deeper_headings(draft.description), allowed) + "\n";
  }
  return to_bytes(document);
}

namespace {

// At the end of that section; a new one stands in front of the relations, so that it is part of
// what the task says.
void add_to_section(Document& document, std::string_view heading, const std::string& said) {
  std::string& body = document.body;
  const Outline found = outline(body);
  const std::vector<RelationSection> relations = relation_sections(found, body.size());
  if (const auto section = find_section(found, heading, body.size())) {
    append_to_section(body, *section, "\n" + said + "\n", document.crlf);
  } else if (relations.empty()) {
    put_section(body, heading, said + "\n", document.crlf);
  } else {
    const std::string added = "## " + std::string(heading) + "\n" + said + "\n\n";
    body.insert(relations.front().begin, document.crlf ? with_crlf(added) : added);
  }
}

}  // namespace

Result<std::string> with_whole_outcome(std::string_view bytes, std::string_view path,
                                       std::string_view lead, std::string_view markdown) {
  PYRAMID_ASSIGN(Document document, read_document(bytes, path));
  const Allowed allowed{.headings_below = 2, .relative_links = true};
  const std::string said = std::string(lead) + "\n\n" +
                           settled_text(with_deeper_headings(std::string(markdown)), allowed);
  add_to_section(document, kWholeHeading, said);
  if (!find_section(outline(document.body), kWholeHeading, document.body.size())) {
    return hidden(path);
  }
  return to_bytes(document);
}

std::string state_of(const Node& task) {
  if (task.status == kInvalidated) return kInvalidated;
  return task.outcome.empty() ? "open" : task.outcome;
}

bool calls_it(std::string_view outcome, std::string_view called) {
  constexpr std::size_t kDayAndComma = std::string_view("2026-05-15, ").size();
  return outcome.size() > kDayAndComma && outcome.substr(kDayAndComma).starts_with(called);
}

Result<std::string> with_outcome(std::string_view bytes, std::string_view path,
                                 std::string_view paragraph) {
  PYRAMID_ASSIGN(Document document, read_document(bytes, path));
  const std::string said = settled_text(paragraph, {.headings_below = 2});
  const std::vector<std::string> before = told_task(document).outcomes;
  if (!before.empty() && before.back() == said) return std::string(bytes);
  add_to_section(document, kOutcomeHeading, said);
  const std::vector<std::string> after = told_task(document).outcomes;
  if (after.size() <= before.size()) return hidden(path);
  return to_bytes(document);
}

Result<std::string> with_related(std::string_view bytes, std::string_view path,
                                 const RelatedDraft& draft) {
  PYRAMID_ASSIGN(Document document, read_document(bytes, path));
  std::string& body = document.body;
  const auto is_there = [&] {
    const std::vector<Related> related = related_in(body, outline(body), path);
    return std::any_of(related.begin(), related.end(), [&](const Related& one) {
      return one.relation == draft.relation && one.edge.path == draft.to &&
             (draft.fragment.empty() || one.edge.link.fragment == draft.fragment);
    });
  };
  if (is_there()) return std::string(bytes);
  std::string line = "- " + link(draft.title.empty() ? draft.to : draft.title,
                                 path::relative(path::directory(path), draft.to), draft.fragment);
  if (draft.found_by_program) line.append(" ").append(kFound);
  line += "\n";
  const std::string_view heading = heading_of(draft.relation);
  if (const auto section = find_section(outline(body), heading, body.size())) {
    append_to_section(body, *section, line, document.crlf);
  } else {
    put_section(body, heading, line, document.crlf);
  }
  if (is_there()) return to_bytes(document);
  return hidden(path);
}

namespace {

// Whether a line of a relation says no more than its link.
bool is_item_alone(std::string_view body, std::size_t line) {
  return end_of_item(body, line) == next_line(body, line) && is_link_alone(whole_line(body, line));
}

using Lines = std::set<std::size_t, std::greater<>>;  // where they begin, from the last one on

// Less those lines, and less the headings of relations that have nothing below them then.
void erase_links(std::string& body, const Lines& lines) {
  std::set<Relation> shorter;
  for (const RelationSection& one : relation_sections(outline(body), body.size())) {
    const bool loses = std::any_of(lines.begin(), lines.end(), [&](std::size_t line) {
      return line >= one.begin && line < one.end;
    });
    if (loses) shorter.insert(one.relation);
  }
  for (const std::size_t line : lines) body.erase(line, next_line(body, line) - line);
  const std::vector<RelationSection> sections = relation_sections(outline(body), body.size());
  for (auto one = sections.rbegin(); one != sections.rend(); ++one) {
    const std::size_t list = next_line(body, one->begin);
    const bool is_empty = trim(std::string_view(body).substr(list, one->end - list)).empty();
    if (!is_empty || !shorter.contains(one->relation)) continue;
    const bool is_last = one->end >= body.size();
    body.erase(one->begin, one->end - one->begin);
    if (!is_last) continue;
    for (const std::string_view blank : {"\r\n", "\n"}) {  // that stood in front of it
      const bool is_there = body.ends_with("\n" + std::string(blank));
      if (is_there) body.erase(body.size() - blank.size());
    }
  }
}

}  // namespace

Result<std::string> without_links_to(std::string_view bytes, std::string_view path,
                                     const std::function<bool(std::string_view to)>& is_gone) {
  PYRAMID_ASSIGN(Document document, read_document(bytes, path));
  Lines lines;
  for (const Related& one : related_in(document.body, outline(document.body), path)) {
    const std::size_t line = one.edge.link.line_begin;
    if (is_gone(one.edge.path) && is_item_alone(document.body, line)) lines.insert(line);
  }
  if (lines.empty()) return std::string(bytes);
  erase_links(document.body, lines);
  return to_bytes(document);
}

Result<std::string> without_related(std::string_view bytes, std::string_view path,
                                    Relation relation, std::string_view to,
                                    std::string_view fragment) {
  PYRAMID_ASSIGN(Document document, read_document(bytes, path));
  std::string& body = document.body;
  Lines lines;
  for (const Related& one : related_in(body, outline(body), path)) {
    const bool goes = one.relation == relation && one.edge.path == to &&
                      (fragment.empty() || one.edge.link.fragment == fragment);
    if (goes) lines.insert(one.edge.link.line_begin);
  }
  if (lines.empty()) return std::string(bytes);
  for (const std::size_t line : lines) {
    if (is_item_alone(body, line)) continue;
    const auto above =
        std::count(body.begin(), body.begin() + static_cast<std::ptrdiff_t>(line), '\n');
    return fail(ErrorKind::kInvalid, "there are words beside the link, which stay",
                std::string(path) + ":" +
                    std::to_string(document.body_line + static_cast<std::size_t>(above)),
                "edit the line by hand");
  }
  erase_links(body, lines);
  return to_bytes(document);
}

std::string behind_relations(const Document& document) {
  std::string body = document.body;
  const Outline found = outline(body);
  const std::vector<RelationSection> sections = relation_sections(found, body.size());
  if (sections.empty()) return {};
  blank_out(body, 0, sections.front().begin);
  for (const RelationSection& section : sections) {
    blank_out(body, section.begin, next_line(body, section.begin));
    for (const Link& link : found.links) {
      if (link.line_begin < section.begin || link.line_begin >= section.end) continue;
      blank_out(body, link.line_begin, next_line(body, link.line_begin));
    }
  }
  return body;
}

std::string whole_text(const Document& document, const Node& task) {
  std::string whole = task.text;
  bool is_apart = true;
  const std::string behind = with_lf(behind_relations(document));
  for (const std::string_view line : split_lines(behind)) {
    if (trim(line).empty()) {
      is_apart = true;
      continue;
    }
    if (!whole.empty()) whole += is_apart ? "\n\n" : "\n";
    whole += line;
    is_apart = false;
  }
  return whole;
}

ToldTask told_task(const Document& document) {
  ToldTask told;
  Document rest = document;
  std::string& body = rest.body;
  const Outline found = outline(body);
  for (const Heading& heading : found.headings) {
    if (heading.level == 1) {
      blank_out(body, heading.begin, heading.body);
      break;
    }
  }
  if (const auto section = find_section(found, kOutcomeHeading, body.size())) {
    std::string paragraph;
    const auto end_paragraph = [&] {
      if (!paragraph.empty()) told.outcomes.push_back(std::exchange(paragraph, {}));
    };
    const std::string lines = with_lf(body.substr(section->body, section->end - section->body));
    for (const std::string_view line : split_lines(lines)) {
      if (trim(line).empty()) {
        end_paragraph();
      } else {
        paragraph.append(paragraph.empty() ? "" : "\n").append(line);
      }
    }
    end_paragraph();
    blank_out(body, section->begin, section->end);
  }
  if (const auto section = find_section(found, kWholeHeading, body.size())) {
    blank_out(body, section->begin, section->end);
  }
  for (const RelationSection& section : relation_sections(found, body.size())) {
    blank_out(body, section.begin, section.end);
  }
  told.description = trim_lines(body);
  return told;
}

}  // namespace pyramid::format
