#include "format/node.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "format/conflict_note.hpp"
#include "format/home_records.hpp"
#include "format/schema.hpp"
#include "format/sections.hpp"
#include "format/successor.hpp"
#include "format/task.hpp"
#include "format/text_parts.hpp"
#include "format/topic.hpp"
#include "format/why_page.hpp"
#include "pyramid/zone.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace pyramid::format {

namespace {

constexpr std::array<const char*, 11> kKindNames = {"observation", "summary", "model",    "memory",
                                                    "session",     "daily",   "identity", "note",
                                                    "why",         "task",    "topic"};
struct Folder {
  std::string_view name;
  Kind kind;
};
constexpr std::array<Folder, 12> kFolders = {{{"observations/", Kind::kObservation},
                                              {"facts/projects/", Kind::kObservation},
                                              {"facts/areas/", Kind::kObservation},
                                              {"facts/resources/", Kind::kObservation},
                                              {"facts/archives/", Kind::kObservation},
                                              {"summaries/", Kind::kSummary},
                                              {"sessions/", Kind::kSession},
                                              {"models/", Kind::kModel},
                                              {"daily/", Kind::kDaily},
                                              {"why/", Kind::kWhy},
                                              {"tasks/", Kind::kTask},
                                              {"topics/", Kind::kTopic}}};
constexpr std::size_t kLongestTitle = 80;

// Reads the typed keys of one document; every failure names the key's line.
class Fields {
 public:
  Fields(const Document& document, std::string_view path) : document_(document), path_(path) {}

  [[nodiscard]] Failure bad(std::string_view key, std::string what, std::string hint) const {
    const Field* field = document_.frontmatter.find(key);
    const std::size_t line = field == nullptr ? 1 : field->line + 1;
    return fail(ErrorKind::kInvalid, std::move(what), fmt::format("{}:{}", path_, line),
                std::move(hint));
  }
  [[nodiscard]] Failure missing(std::string_view key, std::string_view kind) const {
    return fail(ErrorKind::kInvalid, fmt::format("{} without `{}:`", kind, key),
                fmt::format("{}:1", path_),
                fmt::format("add the line `{}: …`{}", key, or_have_one_given(key)));
  }
  // What a person may write by hand.
  [[nodiscard]] std::string or_have_one_given(std::string_view key) const {
    const bool gives = key == "id" && raw("kind") == name_of(Kind::kObservation);
    return gives ? ", or let pyramid check --fix give it one" : "";
  }
  [[nodiscard]] bool has(std::string_view key) const { return !raw(key).empty(); }
  [[nodiscard]] std::string text(std::string_view key) const { return std::string(raw(key)); }

  Result<Ulid> ulid(std::string_view key) const {
    const auto id = parse_ulid(raw(key));
    if (!id) {
      return bad(key, fmt::format("`{}: {}` is not a ULID", key, raw(key)),
                 "restore the id" + or_have_one_given(key));
    }
    return *id;
  }
  Result<Time> time(std::string_view key) const {
    if (!has(key)) return missing(key, raw("kind"));
    const auto time = parse_time(raw(key));
    if (!time) {
      return bad(key, fmt::format("`{}: {}` is not a time", key, raw(key)),
                 "write it as 2026-05-12T10:03:00Z");
    }
    return *time;
  }
  // The epoch when the key is not there.
  Result<Time> time_if_any(std::string_view key) const {
    if (!has(key)) return Time{};
    return time(key);
  }
  // 0 when the key is not there.
  Result<std::int64_t> number(std::string_view key, std::int64_t low, std::int64_t high) const {
    if (!has(key)) return 0;
    const std::string_view digits = raw(key);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size() || value < low ||
        value > high) {
      return bad(key, fmt::format("`{}: {}` is not a number from {} to {}", key, digits, low, high),
                 "write a whole number");
    }
    return value;
  }
  // Nothing when the key is not there.
  Result<std::optional<std::int32_t>> offset(std::string_view key) const {
    if (!has(key)) return std::optional<std::int32_t>();
    const std::optional<std::int32_t> offset = parse_offset(raw(key));
    if (!offset) {
      return bad(key, fmt::format("`{}: {}` is not an offset from UTC", key, raw(key)),
                 "write it like -07:00, or remove the line");
    }
    return offset;
  }
  Result<std::optional<Digest>> digest(std::string_view key) const {
    if (!has(key)) return std::optional<Digest>();
    const std::optional<Digest> digest = parse_digest(raw(key));
    if (!digest) {
      return bad(key, fmt::format("`{}: {}` is not a digest", key, raw(key)),
                 key == "output"
                     ? "restore the line from git's history; without it the text counts "
                       "as yours"
                     : "remove the line; the next sync writes it again");
    }
    return digest;
  }

 private:
  [[nodiscard]] std::string_view raw(std::string_view key) const {
    return document_.frontmatter.scalar(key).value_or(std::string_view());
  }

  const Document& document_;
  std::string_view path_;
};

// "../notes/a.md", "/data/a.md": another's file, which is read alone.
bool is_outside(std::string_view path) { return path.starts_with('/') || path.starts_with("../"); }

Status read_observation(const Document& document, const Fields& fields, Node& node) {
  PYRAMID_ASSIGN(node.at, fields.time("at"));
  PYRAMID_ASSIGN(node.offset, fields.offset("offset"));
  // More than 10 counts as 10, as it does on the command line.
  PYRAMID_ASSIGN(const std::int64_t importance, fields.number("importance", 1, kMaxInteger));
  node.importance = static_cast<int>(std::min<std::int64_t>(importance, 10));
  node.fact = fields.text("fact");
  if (auto successor = parse_successor(fields.text("superseded_by"), node.path)) {
    node.superseded_by = successor->id;
    node.successor = std::move(successor->edge);
    const Field* field = document.frontmatter.find("superseded_by");
    if (node.successor && field != nullptr) node.successor->link.line = field->line + 1;
  }
  node.seen = document.frontmatter.list("seen");
  return {};
}

Status read_generated(const Fields& fields, Node& node) {
  node.engine = fields.text("engine");
  node.recipe = fields.text("recipe");
  PYRAMID_ASSIGN(node.inputs, fields.digest("inputs"));
  PYRAMID_ASSIGN(node.output, fields.digest("output"));
  return {};
}

Status read_summary(const Fields& fields, Node& node) {
  if (node.model.empty()) return fields.missing("model", "summary");
  if (!fields.has("tier")) return fields.missing("tier", "summary");
  PYRAMID_ASSIGN(const std::int64_t tier, fields.number("tier", 0, 99));
  node.tier = static_cast<int>(tier);
  node.policy = fields.text("policy");
  // Without them too: its sources say when it is of, and a sync writes the lines again.
  PYRAMID_ASSIGN(node.start, fields.time_if_any("start"));
  PYRAMID_ASSIGN(node.end, fields.time_if_any("end"));
  node.at = node.end;
  PYRAMID_ASSIGN(node.count, fields.number("count", 0, kMaxInteger));
  // Without them an edited text counts as the person's as a whole: no reason to refuse the file.
  node.sentences = parse_sentences(fields.text("sentences")).value_or(Sentences{});
  return read_generated(fields, node);
}

Status read_session(const Fields& fields, Node& node) {
  PYRAMID_ASSIGN(node.at, fields.time("at"));
  node.user = fields.text("user");
  if (!fields.has("turns")) return fields.missing("turns", "session");
  PYRAMID_ASSIGN(node.turns, fields.number("turns", 0, kMaxInteger));
  PYRAMID_ASSIGN(node.extracted, fields.number("extracted", 0, kMaxInteger));
  if (fields.has("first")) {
    PYRAMID_ASSIGN(node.first, fields.number("first", 1, kMaxInteger));
  }
  PYRAMID_ASSIGN(node.output, fields.digest("output"));
  return {};
}

Status read_topic(const Fields& fields, Node& node) {
  node.model.clear();
  node.model_type = fields.text("node_kind");
  if (!is_topic_sort(node.model_type)) {
    if (node.model_type.empty()) return fields.missing("node_kind", "topic");
    return fields.bad("node_kind", fmt::format("`node_kind: {}` is not valid", node.model_type),
                      "write leaf, condensed or index");
  }
  node.description = fields.text("key");
  PYRAMID_ASSIGN(const std::int64_t depth, fields.number("depth", 0, 99));
  node.tier = static_cast<int>(depth);
  PYRAMID_ASSIGN(node.count, fields.number("descendant_count", 0, kMaxInteger));
  PYRAMID_ASSIGN(node.start, fields.time_if_any("earliest_at"));
  PYRAMID_ASSIGN(node.end, fields.time_if_any("latest_at"));
  node.at = node.end;
  PYRAMID_ASSIGN(node.tokens, fields.number("token_count", 0, kMaxInteger));
  if (node.model_type == kLeaf || node.model_type == kDeletedLeaf) {
    if (fields.has("session_id")) {  // else it is of a person's own words
      PYRAMID_ASSIGN(node.session, fields.ulid("session_id"));
    }
    PYRAMID_ASSIGN(node.first, fields.number("first", 1, kMaxInteger));
    PYRAMID_ASSIGN(node.turns, fields.number("turns", 0, kMaxInteger));
  }
  node.sentences = parse_sentences(fields.text("sentences")).value_or(Sentences{});
  return read_generated(fields, node);
}

Status read_task(const Fields& fields, Node& node) {
  PYRAMID_ASSIGN(node.at, fields.time_if_any("at"));
  const std::string success = fields.text("success");
  if (success == "true") node.outcome = "done";
  if (success == "false") node.outcome = "failed";
  if (node.outcome.empty() && !success.empty() && success != "null" && success != "~") {
    return fields.bad("success", fmt::format("`success: {}` is not valid", success),
                      "write true, false or null");
  }
  if (fields.has("invalidated")) node.status = kInvalidated;
  return {};
}

Status read_sections(const Document& document, const Fields& fields, Node& node) {
  for (const std::string& line : document.frontmatter.list("sections")) {
    if (!parse_section_record(line)) {
      return fields.bad("sections", fmt::format("`{}` is not a section record", line),
                        "restore the line from git's history; without it the section counts as "
                        "yours");
    }
  }
  node.sections = records_of(document, node.path);
  if (const auto swallowed = find_swallowed(document, node.path)) {
    return fail(
        ErrorKind::kInvalid,
        fmt::format("something left open hides `{}` or what stands behind it", swallowed->heading),
        fmt::format("{}:{}", node.path, swallowed->line),
        "close the code fence or HTML comment that is left open");
  }
  return {};
}

Status read_model(const Document& document, const Fields& fields, Node& node) {
  node.model = model_of(document, node.path);
  node.description = fields.text("description");
  node.model_type = fields.text("type");
  node.aliases = document.frontmatter.list("aliases");
  return read_sections(document, fields, node);
}

Status read_id(const Document& document, const Fields& fields, Node& node) {
  const bool optional = is_home(node.kind);
  const auto id = document.frontmatter.scalar("id");
  if (is_persons(node.kind) || node.kind == Kind::kWhy) {  // theirs are their own business
    node.id = parse_ulid(id.value_or("")).value_or(Ulid{});
    return {};
  }
  if (!fields.has("id")) {
    if (optional) return {};
    return fields.missing("id", name_of(node.kind));
  }
  PYRAMID_ASSIGN(node.id, fields.ulid("id"));
  return {};
}

Status read_fields(const Document& document, Node& node) {
  const Fields fields(document, node.path);
  PYRAMID_TRY(read_id(document, fields, node));
  node.status = fields.text("status");
  // What else a person calls the state of a note of theirs ("draft", "in-progress") is their own.
  const bool is_ours =
      !is_persons(node.kind) || node.status == "superseded" || node.status == kQuarantined;
  if (node.status == "active" || !is_ours) node.status.clear();
  const bool quarantined = node.kind == Kind::kObservation && fields.has("quarantine") &&
                           fields.text("quarantine") != "false";
  if (quarantined) node.status = kQuarantined;
  node.model = utf8::caseless(fields.text("model"));  // "User", typed by hand, is no other model
  switch (node.kind) {
    case Kind::kObservation:
      return read_observation(document, fields, node);
    case Kind::kSummary:
      return read_summary(fields, node);
    case Kind::kSession:
      return read_session(fields, node);
    case Kind::kModel:
      return read_model(document, fields, node);
    case Kind::kMemory:
      return read_sections(document, fields, node);
    case Kind::kTask:
      return read_task(fields, node);
    case Kind::kTopic:
      return read_topic(fields, node);
    case Kind::kDaily:
    case Kind::kIdentity:
    case Kind::kNote:
    case Kind::kWhy:
      break;
  }
  return {};
}

// Line ends as `\n`, no blanks before them, no blank lines around: what a digest covers.
std::string digestible(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '\n') {
      while (!out.empty() && (out.back() == ' ' || out.back() == '\t' || out.back() == '\r')) {
        out.pop_back();
      }
      if (out.empty()) continue;
    }
    out += c;
  }
  while (!out.empty() && std::string_view(" \t\r\n").find(out.back()) != std::string_view::npos) {
    out.pop_back();
  }
  return out;
}

Digest meaning_of(const Node& node, std::string_view text) {
  Hasher hasher;
  hasher.field(text)
      .field(node.at.seconds)
      .field(node.start.seconds)
      .field(node.end.seconds)
      .field(node.importance)
      .field(node.status)
      .field(node.model);
  if (node.offset) hasher.field(*node.offset);
  if (node.kind == Kind::kTask) hasher.field(node.outcome);
  return hasher.finish();
}

// The first line as prose, cut at a word.
std::string first_words(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  std::string words = collapse_spaces(plain_text(line));
  if (words.size() <= kLongestTitle) return words;
  std::string_view cut = utf8::truncate(words, kLongestTitle - 3);
  const std::size_t blank = cut.rfind(' ');
  if (blank != std::string_view::npos && blank > kLongestTitle / 2) cut = cut.substr(0, blank);
  return std::string(cut) + "…";
}

std::string title_of(const Document& document, const Outline& found, std::string_view text) {
  for (const Heading& heading : found.headings) {
    if (heading.level == 1 && !heading.text.empty()) return heading.text;
  }
  const std::string named(document.frontmatter.scalar("title").value_or(""));
  return named.empty() ? first_words(text) : named;
}

// The links under `## Sources`, or `## Children`.
void read_sources(const Outline& found, const std::vector<Edge>& edges, Node& node) {
  const std::string_view name = node.kind == Kind::kTopic ? "Children" : "Sources";
  std::size_t begin = 0;
  std::size_t end = 0;
  for (const Heading& heading : found.headings) {
    if (end == 0 && begin > 0 && heading.level <= 2) end = heading.begin;
    if (begin == 0 && heading.level == 2 && heading.text == name) begin = heading.body;
  }
  for (const Edge& edge : edges) {
    const std::size_t at = edge.link.line_begin;
    if (begin > 0 && at >= begin && (end == 0 || at < end)) node.sources.push_back(edge);
  }
}

// What a person or a conversation said. In a generated text words of a person's are found again by
// their bytes.
bool is_read_alone(Kind kind) { return kind == Kind::kObservation || is_persons(kind); }

// A note of a merge is no part of what was said: its alternatives are. What is made from a fact is
// to tell all of them.
void drop_notes(Node& node) {
  const std::string whole = without_notes(
      node.text, node.kind == Kind::kObservation ? Alternatives::kAsOne : Alternatives::kApart);
  if (whole == node.text) return;
  const std::size_t begin = std::min(whole.find_first_not_of('\n'), whole.size());
  node.text_line += begin;  // so many lines are blank
  node.text = whole.substr(begin);
}

void read_body(const Document& document, Node& node) {
  const std::string_view body = document.body;
  const Outline found = outline(body);
  std::size_t end = body.size();
  for (const Heading& heading : found.headings) {
    const bool ends =
        node.kind == Kind::kTask ? relation_of(heading).has_value() : is_edge_heading(heading);
    if (ends) {
      end = heading.begin;
      break;
    }
  }
  if (const auto from = find_from(body, 0, end, found.links)) {
    if (node.kind != Kind::kSession) node.from = make_edge(from->links[0], node.path);
    if (body.find_first_not_of(" \t\r\n", from->end) >= end) end = from->begin;
  }
  const std::string_view text = trim_lines(body.substr(0, end));
  const auto before = body.begin() + (text.empty() ? 0 : text.data() - body.data());
  node.text_line =
      document.body_line + static_cast<std::size_t>(std::count(body.begin(), before, '\n'));
  node.text = with_lf(text);
  if (is_read_alone(node.kind)) drop_notes(node);
  for (const Link& link : found.links) {
    Edge edge = make_edge(link, node.path);
    if (!edge.link.external) node.edges.push_back(std::move(edge));
  }
  read_sources(found, node.edges, node);
  if (node.kind == Kind::kTask) node.related = related_in(body, found, node.path);
  node.title = title_of(document, found, node.text);
}

}  // namespace

Kind kind_of(const Document& document, std::string_view path) {
  if (is_outside(path)) return Kind::kNote;
  const Kind kind = kind_of_path(path);
  if (kind == Kind::kMemory) return kind;
  if (const auto named = named_kind(document.frontmatter, path)) {
    if (*named == Kind::kWhy) return is_why_path(path) ? *named : Kind::kNote;
    // Elsewhere a person may mean something else by it.
    const bool by_place = *named == Kind::kTask || *named == Kind::kTopic;
    if (by_place && kind != *named) return Kind::kNote;
    return *named == Kind::kMemory ? Kind::kNote : *named;  // MEMORY.md is known by its name alone
  }
  if (kind == Kind::kIdentity || kind == Kind::kDaily) return kind;
  if (kind == Kind::kWhy) return Kind::kNote;  // a folder that a person may have had before
  // Anything may be dropped into the other folders; only what has an identity is taken at its
  // place.
  return parse_ulid(document.frontmatter.scalar("id").value_or("")) ? kind : Kind::kNote;
}

std::string model_of(const Document& document, std::string_view path) {
  const auto named = document.frontmatter.scalar("model").value_or(std::string_view());
  // "User", typed by hand, is no other model.
  return utf8::caseless(named.empty() ? path::stem(path) : named);
}

std::int64_t turn_number(std::string_view fragment) {
  constexpr std::string_view kTurn = "^t";
  constexpr std::size_t kMostDigits = 10;
  if (!fragment.starts_with(kTurn) || fragment.size() > kTurn.size() + kMostDigits) return 0;
  fragment.remove_prefix(kTurn.size());
  std::int64_t number = 0;
  const char* begin = fragment.data();
  const char* end = begin + fragment.size();
  const bool is_number = std::from_chars(begin, end, number).ptr == end;
  return is_number && number > 0 ? number : 0;
}

std::string made_by(std::string_view engine, std::string_view recipe) {
  return fmt::format("{}:{}", engine, recipe);
}

std::string to_line(const SectionRecord& record) {
  std::string line =
      fmt::format("{} {} {}", record.name, to_hex(record.inputs), to_hex(record.output));
  if (record.made_by.empty()) return line;
  line += " " + record.made_by;
  const std::string sentences = to_text(record.sentences);
  return sentences.empty() ? line : line + " " + sentences;
}

std::optional<SectionRecord> parse_section_record(std::string_view line) {
  const auto parts = split(line, ' ');
  if (parts.size() < 3) return std::nullopt;
  const auto inputs = parse_digest(parts[1]);
  const auto output = parse_digest(parts[2]);
  if (parts[0].empty() || !inputs || !output) return std::nullopt;
  SectionRecord record{std::string(parts[0]), *inputs, *output, ""};
  if (parts.size() == 3) return record;
  record.made_by = parts[3];
  if (parts.size() == 4) return record;
  const auto rest = static_cast<std::size_t>(parts[4].data() - line.data());
  const std::optional<Sentences> sentences = parse_sentences(line.substr(rest));
  if (!sentences) return std::nullopt;
  record.sentences = *sentences;
  return record;
}

const char* name_of(Kind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

std::optional<Kind> parse_kind(std::string_view name) {
  for (std::size_t i = 0; i < kKindNames.size(); ++i) {
    if (name == kKindNames[i]) return static_cast<Kind>(i);
  }
  return std::nullopt;
}

Kind kind_of_path(std::string_view path) {
  if (path == "MEMORY.md") return Kind::kMemory;
  if (path == "SOUL.md" || path == "USER.md") return Kind::kIdentity;
  for (const Folder& folder : kFolders) {
    if (path.substr(0, folder.name.size()) == folder.name) return folder.kind;
  }
  return Kind::kNote;
}

Result<Node> read_node(const Document& document, std::string_view path) {
  Node node;
  node.path = path;
  node.kind = kind_of(document, path);
  PYRAMID_TRY(read_fields(document, node));
  read_body(document, node);
  if (node.kind == Kind::kWhy) {  // it says nothing itself, and its links are of the home
    node.text.clear();
    node.from.reset();
    node.sources.clear();
    node.edges.clear();
  }
  if (is_outside(path)) {
    node.id = {};
    node.sources.clear();
    node.from.reset();
    node.successor.reset();
    node.edges.clear();
  }
  const std::string text = digestible(node.text);
  node.text_digest = digest_of(text);
  node.text_bytes = std::ssize(text);
  if (is_generated_text(node.kind)) node.hand = hand_in(node.text, node.output, node.sentences);
  node.digest = meaning_of(node, text);
  return node;
}

Result<Node> read_node(std::string_view bytes, std::string_view path) {
  PYRAMID_ASSIGN(const Document document, read_document(bytes, path));
  return read_node(document, path);
}

Digest text_digest(std::string_view text) { return digest_of(digestible(text)); }

}  // namespace pyramid::format
