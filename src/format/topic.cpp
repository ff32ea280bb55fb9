#include "format/topic.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "format/tags.hpp"
#include "format/text_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace pyramid::format {

namespace {

constexpr std::array<std::string_view, 4> kTopicSorts = {kLeaf, kCondensed, kTopicIndex,
                                                         kDeletedLeaf};
constexpr std::string_view kHeldKey = "key_by_hand";
constexpr std::array<std::string_view, 2> kOurLists = {"Children", "Related"};

std::string link_to(const SourceLink& target, std::string_view file, std::string_view part = {}) {
  return link(target.text, path::relative(path::directory(file), target.path), part);
}

std::string link_list(const std::vector<SourceLink>& links, std::string_view path) {
  std::string list;
  for (const SourceLink& one : links) list += "- " + link_to(one, path) + "\n";
  return list;
}

// Where the text of a body ends: at its first edge heading.
std::size_t text_end(const Outline& found, std::size_t size) {
  const auto edge = std::find_if(found.headings.begin(), found.headings.end(), is_edge_heading);
  return edge == found.headings.end() ? size : edge->begin;
}

// A part of a body from a heading up to the next one of level two or above.
struct TopicPart {
  std::string_view name;  // of one of our lists; "" = something else
  std::string_view bytes, below;
};
std::vector<TopicPart> parts_behind(const Outline& found, std::string_view body, std::size_t from) {
  std::vector<TopicPart> parts;
  for (const Heading& heading : found.headings) {
    if (heading.begin < from || heading.level > 2) continue;
    if (!parts.empty()) {
      TopicPart& last = parts.back();
      const auto begin = static_cast<std::size_t>(last.bytes.data() - body.data());
      const auto below = static_cast<std::size_t>(last.below.data() - body.data());
      last.bytes = body.substr(begin, heading.begin - begin);
      last.below = body.substr(below, heading.begin - below);
    }
    const auto* const ours = std::find(kOurLists.begin(), kOurLists.end(), heading.text);
    const bool is_ours = heading.level == 2 && ours != kOurLists.end();
    parts.push_back({is_ours ? *ours : std::string_view(), body.substr(heading.begin),
                     body.substr(heading.body)});
  }
  return parts;
}

// Lines of a person's beside the links of a list.
std::string beside_links(std::string_view list) {
  std::string kept;
  for (const std::string_view line : split_lines(list)) {
    if (!line.starts_with("- [") && !line.starts_with("* [")) kept.append(line).append("\n");
  }
  return std::string(trim_lines(kept));
}

// `text`, the two lists, and all else that stood behind the old text.
std::string topic_body(std::string_view old, std::string_view text, const TopicDraft& draft,
                       std::string_view path) {
  const Outline found = outline(old);
  const std::vector<TopicPart> parts = parts_behind(found, old, text_end(found, old.size()));
  std::string body(text);
  for (const std::string_view name : kOurLists) {
    const auto& links = name == kOurLists.front() ? draft.children : draft.related;
    std::string list = link_list(links, path);
    for (const TopicPart& part : parts) {
      if (part.name != name) continue;
      const std::string beside = beside_links(part.below);
      if (!beside.empty()) list += (list.empty() ? "" : "\n") + beside + "\n";
    }
    if (list.empty()) continue;
    if (!body.empty()) body += "\n\n";
    body += "## " + std::string(name) + "\n" + std::string(trim_lines(list));
  }
  for (const TopicPart& part : parts) {
    if (part.name.empty()) body += "\n\n" + std::string(trim_lines(part.bytes));
  }
  return body + "\n";
}

void set_span(Frontmatter& head, Time earliest, Time latest) {
  head.set("earliest_at", format_time(earliest));
  head.set("latest_at", format_time(latest));
}

void set_or_erase(Frontmatter& head, std::string_view key, const std::string& value) {
  value.empty() ? head.erase(key) : head.set(key, value);
}

// Not over a person's.
void set_key(Frontmatter& head, const std::string& key) {
  if (head.scalar(kHeldKey) != "true") set_or_erase(head, "key", key);
}

std::int64_t tokens_in(std::string_view text) {
  constexpr std::size_t kBytes = 4;  // of a token
  return static_cast<std::int64_t>((text.size() + kBytes - 1) / kBytes);
}

Result<Document> document_of(std::string_view existing, std::string_view path) {
  if (existing.empty()) return Document();
  PYRAMID_ASSIGN(Document document, parse_document(existing, path));
  document.body = with_lf(document.body);
  return document;
}

std::string bytes_of(Document document) {
  document.has_frontmatter = true;
  if (document.crlf) document.body = with_crlf(document.body);
  return to_bytes(document);
}

}  // namespace

bool is_topic_sort(std::string_view text) {
  return std::find(kTopicSorts.begin(), kTopicSorts.end(), text) != kTopicSorts.end();
}

Ulid leaf_id(const Ulid& session, Time at, std::int64_t turn, std::size_t byte) {
  return derive_ulid(at, fmt::format("leaf\n{}\n{}\n{}", to_string(session), turn, byte));
}

Ulid topic_id(std::string_view path) { return derive_ulid({}, fmt::format("topic\n{}", path)); }

Result<std::string> write_leaf(const LeafDraft& draft, std::string_view path,
                               std::string_view existing) {
  Conversation said = draft.said;
  for (Turn& turn : said.turns) turn.origin.clear();  // the session has it
  said.start = said.turns.front().at;
  PYRAMID_ASSIGN(const Document turns, parse_document(write_session(said, 0), path));
  const std::string text(trim_lines(turns.body));
  const SourceLink session = {said.title, draft.session_path};
  std::string body =
      text + "\n\nFrom " + link_to(session, path, "^t" + std::to_string(said.first)) + "\n";
  PYRAMID_ASSIGN(Document document, document_of(existing, path));
  const std::size_t end = text_end(outline(document.body), document.body.size());
  if (end < document.body.size()) body += "\n" + document.body.substr(end);
  if (document.body != body) document.body = std::move(body);
  Frontmatter& head = document.frontmatter;
  head.set("id", to_string(draft.id));
  head.set("kind", name_of(Kind::kTopic));
  head.set("node_kind", kLeaf);
  set_key(head, draft.key);
  head.set("session_id", to_string(draft.session));
  head.set("first", std::to_string(said.first));
  head.set("turns", std::to_string(said.first + static_cast<std::int64_t>(said.turns.size()) - 1));
  set_span(head, said.turns.front().at, said.turns.back().at);
  head.set("token_count", std::to_string(draft.tokens));
  set_or_erase(head, "inputs", draft.inputs == Digest() ? "" : to_hex(draft.inputs));
  head.set("output", to_hex(text_digest(text)));
  add_scopes(head, said.scopes);
  return bytes_of(std::move(document));
}

std::string write_own_leaf(const OwnLeaf& leaf) {
  Document document;
  Frontmatter& head = document.frontmatter;
  head.set("id", to_string(leaf.id));
  head.set("kind", name_of(Kind::kTopic));
  head.set("node_kind", kLeaf);
  set_or_erase(head, "key", leaf.key);
  set_span(head, leaf.at, leaf.at);
  head.set("token_count", std::to_string(leaf.tokens));
  document.body = leaf.text;
  if (!document.body.ends_with('\n')) document.body += '\n';
  return bytes_of(std::move(document));
}

std::string write_deleted_leaf(const Node& leaf) {
  Document document;
  Frontmatter& head = document.frontmatter;
  head.set("id", to_string(derive_ulid({}, "deleted\n" + to_string(leaf.id))));
  head.set("kind", name_of(Kind::kTopic));
  head.set("node_kind", kDeletedLeaf);
  head.set("session_id", to_string(leaf.session));
  head.set("turns", std::to_string(leaf.turns));
  return bytes_of(std::move(document));
}

Result<std::string> with_topic_text(std::string_view bytes, std::string_view path,
                                    std::string_view text) {
  PYRAMID_ASSIGN(Document document, document_of(bytes, path));
  const Outline found = outline(document.body);
  std::size_t end = text_end(found, document.body.size());
  const std::string_view body = document.body;
  if (const auto from = find_from(body, 0, end, found.links)) {
    if (body.find_first_not_of(" \t\r\n", from->end) >= end) end = from->begin;
  }
  const std::string_view rest = body.substr(end);
  std::string changed = std::string(trim_lines(text)) + "\n";
  if (!rest.empty()) changed.append("\n").append(rest);
  document.body = std::move(changed);
  return bytes_of(std::move(document));
}

Result<std::string> with_topic_key(std::string_view bytes, std::string_view path,
                                   std::string_view key) {
  PYRAMID_ASSIGN(const std::string keyed, with_field(bytes, path, "key", key));
  return with_field(keyed, path, kHeldKey, "true");
}

Result<std::vector<SourceLink>> related_in_topic(std::string_view bytes, std::string_view path) {
  PYRAMID_ASSIGN(const Document document, document_of(bytes, path));
  const Outline found = outline(document.body);
  std::vector<SourceLink> related;
  for (const TopicPart& part :
       parts_behind(found, document.body, text_end(found, document.body.size()))) {
    if (part.name != kOurLists.back()) continue;
    const auto begin = static_cast<std::size_t>(part.bytes.data() - document.body.data());
    for (const Link& link : found.links) {
      if (link.line_begin < begin || link.line_begin >= begin + part.bytes.size()) continue;
      Edge edge = make_edge(link, path);
      if (!edge.path.empty()) related.push_back({edge.link.text, std::move(edge.path)});
    }
  }
  return related;
}

Result<std::string> write_topic(const TopicDraft& draft, std::string_view path,
                                std::string_view existing) {
  PYRAMID_ASSIGN(Document document, document_of(existing, path));
  Frontmatter& head = document.frontmatter;
  head.set("id", to_string(draft.id));
  head.set("kind", name_of(Kind::kTopic));
  head.set("node_kind", kCondensed);
  std::string text(
      trim_lines(std::string_view(document.body)
                     .substr(0, text_end(outline(document.body), document.body.size()))));
  std::optional<KeptText> settled;
  if (draft.written) {
    settled = settled_text(draft.written->by_hand, draft.written->text, {});
    text = settled->text;
    set_key(head, draft.written->key);
  }
  head.set("depth", std::to_string(draft.depth));
  head.set("descendant_count", std::to_string(draft.leaves));
  if (draft.leaves > 0) set_span(head, draft.earliest, draft.latest);
  head.set("token_count", std::to_string(tokens_in(text)));
  if (draft.written) {
    head.set("engine", draft.written->engine);
    head.set("recipe", draft.written->recipe);
    head.set("inputs", to_hex(draft.written->inputs));
    head.set("output", to_hex(settled->output));
    head.set("sentences", to_text(settled->sentences));
  }
  std::string body = topic_body(document.body, text, draft, path);
  if (document.body != body) document.body = std::move(body);
  return bytes_of(std::move(document));
}

std::string write_topic_index(const std::vector<TopicEntry>& entries, std::string_view path) {
  Document document;
  Frontmatter& head = document.frontmatter;
  head.set("id", to_string(topic_id(path)));
  head.set("kind", name_of(Kind::kTopic));
  head.set("node_kind", kTopicIndex);
  document.body = "# Topics\n\n## Children\n";
  for (const TopicEntry& entry : entries) {
    document.body += std::string(static_cast<std::size_t>(entry.level) * 2, ' ') + "- " +
                     link_to(entry.link, path) + entry.behind + "\n";
  }
  return bytes_of(std::move(document));
}

}  // namespace pyramid::format
