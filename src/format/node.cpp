#include "format/node.hpp"

#include "base/path.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace pyramid::format {

namespace {

struct KindName {
  Kind kind;
  const char* name;
  std::string_view folder;  // "" when no folder tells
};
constexpr std::array<KindName, 8> kKinds = {{{Kind::kObservation, "observation", "observations/"},
                                             {Kind::kSummary, "summary", "summaries/"},
                                             {Kind::kModel, "model", "models/"},
                                             {Kind::kMemory, "memory", ""},
                                             {Kind::kSession, "session", "sessions/"},
                                             {Kind::kDaily, "daily", "daily/"},
                                             {Kind::kIdentity, "identity", ""},
                                             {Kind::kNote, "note", ""}}};

constexpr std::array<std::string_view, 5> kEdgeHeadings = {"Sources", "Children", "Related",
                                                           "Blocks", "Blocked by"};

bool is_edge_heading(const Heading& heading) {
  return heading.level == 2 &&
         std::find(kEdgeHeadings.begin(), kEdgeHeadings.end(), heading.text) != kEdgeHeadings.end();
}

// Reads typed fields of one frontmatter; the first that is wrong is the failure.
class FieldReader {
 public:
  FieldReader(const Document& document, std::string_view path)
      : frontmatter_(document.frontmatter), path_(path) {}

  std::string text(std::string_view key) const {
    return std::string(frontmatter_.scalar(key).value_or(std::string_view()));
  }

  void id(Ulid& out, bool required) {
    take("id", required, "a ULID of 26 letters and digits", [&](std::string_view value) {
      const auto parsed = parse_ulid(value);
      if (parsed) out = *parsed;
      return parsed.has_value();
    });
  }
  void time(std::string_view key, Time& out, bool required) {
    take(key, required, "a time such as 2026-05-12T10:03:00Z", [&](std::string_view value) {
      const auto parsed = parse_time(value);
      if (parsed) out = *parsed;
      return parsed.has_value();
    });
  }
  template <typename Number>
  void number(std::string_view key, Number& out, Number low, Number high, bool required) {
    const std::string range =
        "a whole number from " + std::to_string(low) + " to " + std::to_string(high);
    take(key, required, range, [&](std::string_view value) {
      Number parsed{};
      const auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), parsed);
      if (code != std::errc() || end != value.data() + value.size()) return false;
      if (parsed < low || parsed > high) return false;
      out = parsed;
      return true;
    });
  }
  void digest(std::string_view key, std::optional<Digest>& out) {
    take(key, false, "32 hex digits", [&](std::string_view value) {
      out = parse_digest(value);
      return out.has_value();
    });
  }
  void name(std::string_view key, std::string& out, bool required) {
    take(key, required, "a name", [&](std::string_view value) {
      out = value;
      return true;
    });
  }

  [[nodiscard]] std::optional<Error> error() const { return error_; }

 private:
  template <typename Parse>
  void take(std::string_view key, bool required, const std::string& form, const Parse& parse) {
    if (error_) return;
    const Field* field = frontmatter_.find(key);
    if (field == nullptr) {
      if (required) set_error(1, "lacks `" + std::string(key) + "`", "add it: " + form);
      return;
    }
    const bool scalar = !field->is_list && !field->is_nested;
    if (scalar && field->values[0].empty() && !required) return;
    if (!scalar || !parse(field->values[0])) {
      set_error(field->line + 1, "`" + std::string(key) + "` is not " + form, "mend the line");
    }
  }
  void set_error(std::size_t line, std::string what, std::string hint) {
    error_ = Error{ErrorKind::kInvalid,
                   std::move(what),
                   path_ + ":" + std::to_string(line),
                   {},
                   std::move(hint)};
  }

  const Frontmatter& frontmatter_;
  std::string path_;
  std::optional<Error> error_;
};

std::optional<SectionRecord> parse_record(std::string_view text) {
  const auto parts = split(text, ' ');
  if (parts.size() != 3) return std::nullopt;
  const auto inputs = parse_digest(parts[1]);
  const auto output = parse_digest(parts[2]);
  if (!inputs || !output) return std::nullopt;
  return SectionRecord{std::string(parts[0]), *inputs, *output};
}

void read_fields(Node& node, FieldReader& fields, const Document& document) {
  const bool generated = node.kind == Kind::kSummary;
  const bool needs_id = node.kind == Kind::kObservation || generated ||
                        node.kind == Kind::kSession || node.kind == Kind::kModel;
  fields.id(node.id, needs_id);
  fields.time("at", node.at, node.kind == Kind::kObservation || node.kind == Kind::kSession);
  fields.name("status", node.status, false);
  if (node.status == "active") node.status.clear();
  fields.number("importance", node.importance, 1, 10, false);
  fields.name("model", node.model, generated);
  fields.digest("inputs", node.inputs);
  fields.digest("output", node.output);
  node.engine = fields.text("engine");
  node.recipe = fields.text("recipe");
  if (generated) {
    fields.number("tier", node.tier, 0, 99, true);
    fields.name("policy", node.policy, false);
    fields.time("start", node.start, true);
    fields.time("end", node.end, true);
    fields.number<std::int64_t>("count", node.count, 0, 1'000'000'000, true);
    node.at = node.end;
  }
  if (node.kind == Kind::kSession) {
    fields.number<std::int64_t>("turns", node.turns, 0, 1'000'000'000, true);
    fields.number<std::int64_t>("extracted", node.extracted, 0, 1'000'000'000, false);
  }
  if (node.kind == Kind::kModel || node.kind == Kind::kMemory) {
    for (const std::string& line : document.frontmatter.list("sections")) {
      if (auto record = parse_record(line)) node.sections.push_back(std::move(*record));
    }
  }
  if (node.kind == Kind::kModel) {
    const std::string_view stem = path::name(node.path);
    node.model = stem.substr(0, stem.size() - path::extension(stem).size());
    node.description = fields.text("description");
    node.model_type = fields.text("type");
    node.aliases = document.frontmatter.list("aliases");
  }
}

// Offsets of the text in the body: behind a leading title, before the first edge heading.
struct TextSpan {
  std::size_t begin = 0, end = 0;
};

TextSpan find_text(const std::string& body, const Outline& outline, std::string& title) {
  TextSpan span{0, body.size()};
  if (!outline.headings.empty() && outline.headings[0].level == 1) {
    const Heading& first = outline.headings[0];
    title = first.text;
    if (trim(std::string_view(body).substr(0, first.begin)).empty()) span.begin = first.body;
  }
  for (const Heading& heading : outline.headings) {
    if (is_edge_heading(heading)) {
      span.end = heading.begin;
      break;
    }
  }
  return span;
}

// Cuts the last line off when it begins `From [`; true if it did.
bool cut_from_line(std::string& text) {
  const std::size_t start = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
  if (text.compare(start, 6, "From [") != 0) return false;
  text.resize(start);
  return true;
}

std::string normalized(std::string_view text) {
  std::string out;
  for (const std::string_view line : split_lines(text)) {
    std::string_view kept = line;
    while (!kept.empty() && (kept.back() == ' ' || kept.back() == '\t')) kept.remove_suffix(1);
    out += kept;
    out += '\n';
  }
  return std::string(trim(out));
}

Digest node_digest(const Node& node) {
  Hasher hasher;
  hasher.field(node.text_digest.bytes.size() != 0 ? to_hex(node.text_digest) : "");
  hasher.field(format_time(node.at)).field(node.importance).field(node.status).field(node.model);
  if (node.kind == Kind::kSummary) hasher.field(format_time(node.start));
  return hasher.finish();
}

void read_edges(Node& node, const Outline& outline, std::size_t from_line) {
  const std::string folder(path::directory(node.path));
  std::size_t sources_begin = 0;
  std::size_t sources_end = 0;
  for (std::size_t i = 0; i < outline.headings.size(); ++i) {
    const Heading& heading = outline.headings[i];
    if (heading.level != 2 || heading.text != "Sources") continue;
    sources_begin = heading.line;
    sources_end = std::string::npos;
    for (std::size_t j = i + 1; j < outline.headings.size(); ++j) {
      if (outline.headings[j].level <= 2) {
        sources_end = outline.headings[j].line;
        break;
      }
    }
    break;
  }
  for (const Link& link : outline.links) {
    if (link.external || (link.target.empty() && !link.fragment.empty())) continue;
    Edge edge{link, path::resolve_inside(folder, link.target).value_or(std::string())};
    if (sources_begin != 0 && link.line > sources_begin && link.line < sources_end) {
      node.sources.push_back(edge);
    }
    if (from_line != 0 && link.line == from_line) node.from = edge;
    node.edges.push_back(std::move(edge));
  }
}

std::string first_words(const std::string& text) {
  constexpr std::size_t kTitleBytes = 80;
  std::string line = text.substr(0, text.find('\n'));
  if (line.size() <= kTitleBytes) return line;
  line.resize(line.rfind(' ', kTitleBytes) == std::string::npos ? kTitleBytes
                                                                : line.rfind(' ', kTitleBytes));
  return line + " …";
}

}  // namespace

const char* name_of(Kind kind) {
  for (const KindName& one : kKinds) {
    if (one.kind == kind) return one.name;
  }
  return "note";
}

std::optional<Kind> parse_kind(std::string_view name) {
  for (const KindName& one : kKinds) {
    if (name == one.name) return one.kind;
  }
  return std::nullopt;
}

Kind kind_of_path(std::string_view path) {
  if (path == "MEMORY.md") return Kind::kMemory;
  if (path == "SOUL.md" || path == "USER.md") return Kind::kIdentity;
  for (const KindName& one : kKinds) {
    if (!one.folder.empty() && path.substr(0, one.folder.size()) == one.folder) return one.kind;
  }
  return Kind::kNote;
}

Digest text_digest(std::string_view text) { return digest_of(normalized(text)); }

Result<Node> read_node(const Document& document, std::string_view path) {
  Node node;
  node.path = path;
  const auto claimed = document.frontmatter.scalar("kind");
  // A folder alone does not make a note an observation: only what says its kind is held to it.
  const Kind by_path = kind_of_path(path);
  const auto parsed = claimed ? parse_kind(*claimed) : std::nullopt;
  const bool fixed =
      by_path == Kind::kMemory || by_path == Kind::kIdentity || by_path == Kind::kDaily;
  node.kind = parsed ? *parsed : (fixed ? by_path : Kind::kNote);
  FieldReader fields(document, path);
  read_fields(node, fields, document);
  if (const auto error = fields.error()) return fail(*error);

  const Outline found = outline(document.body);
  const TextSpan span = find_text(document.body, found, node.title);
  std::string text =
      normalized(std::string_view(document.body)
                     .substr(span.begin, std::max(span.end, span.begin) - span.begin));
  std::size_t from_line = 0;
  const bool sentence = node.kind == Kind::kObservation || node.kind == Kind::kSummary;
  if (sentence && cut_from_line(text)) {
    const std::size_t at = document.body.rfind("From [", span.end);
    from_line = 1 + static_cast<std::size_t>(
                        std::count(document.body.begin(),
                                   document.body.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  }
  text = trim(text);
  node.text_digest = digest_of(text);
  node.text = sentence ? unescape_inline(text) : std::move(text);
  const std::size_t first = document.body.find_first_not_of(" \r\n\t", span.begin);
  const std::size_t offset = std::min(first, document.body.size());
  node.text_line =
      document.body_line + static_cast<std::size_t>(std::count(
                               document.body.begin(),
                               document.body.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
  read_edges(node, found, from_line);
  if (node.title.empty()) node.title = fields.text("title");
  if (node.title.empty()) node.title = first_words(node.text);
  node.digest = node_digest(node);
  return node;
}

Result<Node> read_node(std::string_view bytes, std::string_view path) {
  PYRAMID_ASSIGN(const Document document, parse_document(bytes, path));
  return read_node(document, path);
}

}  // namespace pyramid::format
