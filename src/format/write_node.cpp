// New observations; summaries, new or over a file that is there.
#include "base/path.hpp"
#include "base/text.hpp"
#include "format/node.hpp"
#include "format/tags.hpp"
#include "format/text_parts.hpp"
#include "pyramid/zone.hpp"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace pyramid::format {

namespace {

std::string link_from(std::string_view file, const SourceLink& source,
                      std::string_view fragment = {}) {
  return link(source.text, path::relative(path::directory(file), source.path), fragment);
}

// By source: the numbers of the sentences of the text that rest on it.
std::vector<std::vector<std::string>> sentences_by_source(const SummaryDraft& draft,
                                                          std::string_view text) {
  std::vector<std::vector<std::string>> numbers(draft.sources.size());
  if (draft.support.empty()) return numbers;
  std::size_t number = 0;
  for (const std::string_view sentence : sentences_in(text)) {
    ++number;
    const auto place = draft.support.find(mark_of(sentence));
    if (place == draft.support.end()) continue;
    for (const std::size_t source : place->second) {
      if (source < numbers.size()) numbers[source].push_back(std::to_string(number));
    }
  }
  return numbers;
}

std::string sources_list(const SummaryDraft& draft, std::string_view text, std::string_view path) {
  const std::vector<std::vector<std::string>> numbers = sentences_by_source(draft, text);
  std::string list;
  for (std::size_t i = 0; i < draft.sources.size(); ++i) {
    list += "- " + link_from(path, draft.sources[i]);
    list.append(sentences_behind(numbers[i])).append("\n");
  }
  return list;
}

// Whether the file lists these very sources, by path and by name, in this order.
bool lists(const Node& node, const SummaryDraft& draft) {
  if (node.sources.size() != draft.sources.size()) return false;
  for (std::size_t i = 0; i < draft.sources.size(); ++i) {
    const Edge& edge = node.sources[i];
    const SourceLink& source = draft.sources[i];
    if (edge.path != source.path || edge.link.text != collapse_spaces(source.text)) return false;
  }
  return true;
}

bool is_list_line(std::string_view line) {
  return line.starts_with("- [") || line.starts_with("* [");
}

// Whether a list behind these lines is one, and not in a block that they leave open.
bool may_stand_above(std::string_view lines) {
  const Outline probe = outline(std::string(lines) + "- [a](b)\n");
  return std::any_of(probe.links.begin(), probe.links.end(),
                     [&](const Link& link) { return link.line_begin == lines.size(); });
}

// Where the list of a `## Sources` section begins: what stands above stays there.
std::size_t begin_of_list(std::string_view section) {
  for (std::size_t at = 0; at < section.size(); at = next_line(section, at)) {
    if (!is_list_line(section.substr(at))) continue;
    return may_stand_above(section.substr(0, at)) ? at : 0;
  }
  return 0;
}

// What stands in a `## Sources` section beside the list: lines of a person, kept behind it.
std::string beside_list(std::string_view section) {
  std::string kept;
  const std::string lines = with_lf(section);  // a lone `\r` ends a line for cmark
  for (const std::string_view line : split_lines(lines)) {
    if (!is_list_line(line)) kept.append(line).append("\n");
  }
  const std::string_view rest = trim_lines(kept);
  return rest.empty() ? std::string() : "\n" + std::string(rest) + "\n";
}

// A summary's body in three parts: text, `## Sources`, and the rest, which is the person's.
struct BodyParts {
  std::size_t text_end = 0;
  std::optional<Heading> sources;
  std::size_t sources_end = 0;
};

BodyParts cut(std::string_view body) {
  BodyParts parts;
  parts.text_end = body.size();
  bool edges = false;
  for (const Heading& heading : outline(body).headings) {
    if (parts.sources && parts.sources_end == 0 && heading.level <= 2) {
      parts.sources_end = heading.begin;
    }
    if (!is_edge_heading(heading)) continue;
    if (!edges) parts.text_end = heading.begin;
    edges = true;
    if (!parts.sources && heading.text == "Sources") parts.sources = heading;
  }
  if (parts.sources_end == 0) parts.sources_end = parts.sources ? body.size() : parts.text_end;
  return parts;
}

// The body with another text and other sources; every other byte stays.
std::string replace_body(const Document& document, const Node& node, const SummaryDraft& draft,
                         std::string_view text, std::string_view path) {
  const std::string_view body = document.body;
  const BodyParts parts = cut(body);
  const auto ours = [&](const std::string& bytes) {
    return document.crlf ? with_crlf(bytes) : bytes;
  };
  const bool text_stays = text_digest(text) == node.text_digest && !node.from;
  const std::string_view old = trim_lines(body.substr(0, parts.text_end));
  const std::size_t text_begin =
      old.empty() ? 0 : static_cast<std::size_t>(old.data() - body.data());
  std::string out(body.substr(0, text_stays ? parts.text_end : text_begin));
  if (!text_stays) out += ours(std::string(text) + "\n\n");
  if (text_stays && parts.text_end == body.size()) {
    while (!out.empty() && (out.back() == '\n' || out.back() == '\r')) out.pop_back();
    out += ours("\n\n");
  }
  if (!parts.sources) {
    out += ours("## Sources\n" + sources_list(draft, text, path));
    if (parts.text_end < body.size()) out += ours("\n");
    return out.append(body.substr(parts.text_end));
  }
  const std::size_t above = parts.sources->body;
  const std::size_t list = above + begin_of_list(body.substr(above, parts.sources_end - above));
  out += body.substr(parts.text_end, list - parts.text_end);
  if (text_stays && lists(node, draft)) return out.append(body.substr(list));
  if (out.back() != '\n' && out.back() != '\r') out += ours("\n");  // a heading that ends the file
  out += ours(sources_list(draft, text, path) +
              beside_list(body.substr(list, parts.sources_end - list)));
  if (parts.sources_end < body.size())
    return out.append(ours("\n")).append(body.substr(parts.sources_end));
  // How the file ends is the person's business.
  out.resize(out.find_last_not_of("\r\n") + 1);
  return out.append(body.substr(body.find_last_not_of("\r\n") + 1));
}

void set_summary_fields(Frontmatter& frontmatter, const SummaryDraft& draft, const KeptText& text) {
  frontmatter.set("id", to_string(draft.id));
  frontmatter.set("kind", name_of(Kind::kSummary));
  frontmatter.set("model", draft.model);
  frontmatter.set("tier", std::to_string(draft.tier));
  if (!draft.policy.empty()) {
    frontmatter.set("policy", draft.policy);
  } else if (frontmatter.scalar("policy") != "count") {
    frontmatter.erase("policy");
  }
  frontmatter.set("start", format_time(draft.start));
  frontmatter.set("end", format_time(draft.end));
  frontmatter.set("count", std::to_string(draft.count));
  frontmatter.set("engine", draft.engine);
  frontmatter.set("recipe", draft.recipe);
  frontmatter.set("inputs", to_hex(draft.inputs));
  frontmatter.set("output", to_hex(text.output));
  frontmatter.set("sentences", to_text(text.sentences));
}

}  // namespace

std::string write_observation(const ObservationDraft& draft, std::string_view path) {
  Document document;
  document.has_frontmatter = true;
  Frontmatter& frontmatter = document.frontmatter;
  frontmatter.set("id", to_string(draft.id));
  frontmatter.set("kind", name_of(Kind::kObservation));
  frontmatter.set("at", format_time(draft.at));
  if (draft.offset) frontmatter.set("offset", format_offset(*draft.offset));
  if (!draft.model.empty()) frontmatter.set("model", draft.model);
  if (!draft.fact.empty()) frontmatter.set("fact", draft.fact);
  if (draft.importance != 0) frontmatter.set("importance", std::to_string(draft.importance));
  if (!draft.source.empty()) frontmatter.set("source", draft.source);
  if (draft.quarantine) frontmatter.set("quarantine", "true");
  if (!draft.superseded_by.is_zero()) {
    frontmatter.set("status", "superseded");
    frontmatter.set("superseded_by", to_string(draft.superseded_by));
  }
  add_scopes(frontmatter, draft.scopes);
  const std::string quoted = "> " + replace_all(draft.text, "\n", "\n> ");
  document.body = settled_text(draft.quarantine ? quoted : draft.text, {}) + "\n";
  if (!draft.from_path.empty()) {
    const std::string turn = draft.from_turn > 0 ? "^t" + std::to_string(draft.from_turn) : "";
    document.body += "\nFrom " + link_from(path, {draft.from_title, draft.from_path}, turn) + "\n";
  }
  return to_bytes(document);
}

Result<std::string> write_summary(const SummaryDraft& draft, std::string_view path,
                                  std::string_view existing) {
  Document document;
  const KeptText settled = settled_text(draft.by_hand, draft.text, {});
  const std::string& text = settled.text;
  if (existing.empty()) {
    document.body = text + "\n\n## Sources\n" + sources_list(draft, text, path);
  } else {
    PYRAMID_ASSIGN(document, parse_document(existing, path));
    PYRAMID_ASSIGN(const Node node, read_node(document, path));
    if (text_digest(text) != node.text_digest || node.from || !lists(node, draft)) {
      document.body = replace_body(document, node, draft, text, path);
    }
  }
  document.has_frontmatter = true;
  set_summary_fields(document.frontmatter, draft, settled);
  return to_bytes(document);
}

Result<std::string> own_statement(std::string_view bytes, std::string_view path,
                                  const Digest& inputs) {
  PYRAMID_ASSIGN(Document document, parse_document(bytes, path));
  PYRAMID_ASSIGN(const Node node, read_node(document, path));
  const ByHand found = by_hand(node.text, node.output, node.sentences);
  const std::string& body = document.body;
  const BodyParts parts = cut(body);
  const auto ours = [&](const std::string& text) { return document.crlf ? with_crlf(text) : text; };
  const std::size_t text_end = node.from ? 0 : parts.text_end;
  std::string out(body.substr(0, text_end));
  if (text_digest(found.words) != node.text_digest || text_end == 0) {
    out = ours(found.words + "\n\n");
  }
  if (parts.sources) {
    const std::size_t list = parts.sources->body;
    const std::string beside = beside_list(body.substr(list, parts.sources_end - list));
    out += body.substr(parts.text_end, parts.sources->begin - parts.text_end);
    if (!beside.empty()) out += ours("## Sources\n" + beside + "\n");
    out += body.substr(parts.sources_end);
  } else {
    out += body.substr(parts.text_end);
  }
  const std::string_view ending = std::string_view(body).substr(body.find_last_not_of("\r\n") + 1);
  out.resize(out.find_last_not_of("\r\n") + 1);
  document.body = out.append(ending);
  Frontmatter& frontmatter = document.frontmatter;
  frontmatter.set("count", "0");
  frontmatter.set("inputs", to_hex(inputs));
  frontmatter.set("output", to_hex(text_digest({})));
  const std::string struck = to_text({{}, found.struck});
  if (struck.empty()) {
    frontmatter.erase("sentences");
  } else {
    frontmatter.set("sentences", struck);
  }
  return to_bytes(document);
}

}  // namespace pyramid::format
