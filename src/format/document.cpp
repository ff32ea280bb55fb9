#include "base/text.hpp"
#include "base/utf8.hpp"
#include "format/loose_head.hpp"
#include "format/node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace pyramid::format {

namespace {

constexpr std::string_view kBom = "\xEF\xBB\xBF";
constexpr std::size_t kLargestFile = 8 * 1024 * 1024;

std::size_t line_at(std::string_view bytes, std::size_t offset) {
  const std::string_view before = bytes.substr(0, offset);
  return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

std::string place(std::string_view path, std::size_t line) {
  return fmt::format("{}:{}", path, line);
}

Status check_bytes(std::string_view bytes, std::string_view path) {
  if (bytes.size() > kLargestFile) {
    return fail(ErrorKind::kInvalid, "file of " + human_bytes(bytes.size()) + " is too large",
                std::string(path), "memory files hold at most 8 MiB: split it or move it away");
  }
  const std::size_t nul = bytes.find('\0');
  if (nul != std::string_view::npos) {
    return fail(ErrorKind::kInvalid, "NUL byte in a text file", place(path, line_at(bytes, nul)),
                "restore the file or save it again as UTF-8 text");
  }
  if (const auto bad = utf8::first_invalid(bytes)) {
    return fail(ErrorKind::kInvalid, "invalid UTF-8", place(path, line_at(bytes, *bad)),
                "save the file again as UTF-8");
  }
  return {};
}

// Length of the line at `at` if it is `---` and blanks, its end included; 0 if it is not.
std::size_t fence_length(std::string_view bytes, std::size_t at) {
  if (bytes.substr(at, 3) != "---") return 0;
  std::size_t end = at + 3;
  while (end < bytes.size() && (bytes[end] == ' ' || bytes[end] == '\t')) ++end;
  if (end == bytes.size()) return end - at;
  if (bytes[end] == '\r' && end + 1 < bytes.size() && bytes[end + 1] == '\n') ++end;
  return bytes[end] == '\n' ? end + 1 - at : 0;
}

// Where the `---` that ends the block stands, or npos.
std::size_t find_closing(std::string_view bytes, std::size_t at) {
  while (at < bytes.size()) {
    if (fence_length(bytes, at) > 0) return at;
    const std::size_t newline = bytes.find('\n', at);
    if (newline == std::string_view::npos) break;
    at = newline + 1;
  }
  return std::string_view::npos;
}

// "line 3" of the block is line 4 of the file.
std::size_t file_line(std::string_view where) {
  constexpr std::string_view kPrefix = "line ";
  std::size_t line = 1;
  if (where.size() > kPrefix.size()) {
    std::from_chars(where.data() + kPrefix.size(), where.data() + where.size(), line);
  }
  return line + 1;
}

// All of the file as body.
Document without_head(std::string_view bytes) {
  Document document;
  document.bom = bytes.starts_with(kBom);
  if (document.bom) bytes.remove_prefix(kBom.size());
  const std::size_t newline = bytes.find('\n');
  document.crlf = newline != std::string_view::npos && newline > 0 && bytes[newline - 1] == '\r';
  document.body = bytes;
  return document;
}

// Where the head stands in a file, its byte order mark left out: from `opening` up to `closing`,
// each the place behind and of a line `---`.
struct HeadPlace {
  std::size_t opening = 0;  // 0: the file does not begin with one
  std::size_t closing = std::string_view::npos;
};
HeadPlace head_place(std::string_view body) {
  HeadPlace at;
  const bool has_lines = body.find('\n') != std::string_view::npos;
  at.opening = has_lines ? fence_length(body, 0) : 0;
  if (at.opening > 0) at.closing = find_closing(body, at.opening);
  return at;
}

// REQUIRES: a place with both ends.
Document with_head(Document document, const HeadPlace& at, Frontmatter frontmatter) {
  const std::size_t body = at.closing + fence_length(document.body, at.closing);
  document.has_frontmatter = true;
  document.frontmatter = std::move(frontmatter);
  document.open_fence = document.body.substr(0, at.opening);
  document.close_fence = document.body.substr(at.closing, body - at.closing);
  document.body_line = line_at(document.body, body);
  document.body.erase(0, body);
  return document;
}

// YAML by accident, behind a rule `---` that a note begins with: nothing but comments (headings),
// paragraphs with blank lines around them, sentences with a colon.
bool is_text_between_rules(const Frontmatter& head) {
  const std::string_view block = head.bytes();
  if (trim(block).empty()) return false;
  const std::vector<std::string_view> lines = split_lines(block);
  const bool set_off = trim(lines.front()).empty() && trim(lines.back()).empty();
  if (head.fields().empty() || set_off) return true;
  return std::any_of(head.fields().begin(), head.fields().end(), [](const auto& field) {
    return std::count(field.key.begin(), field.key.end(), ' ') > kMostBlanksInKey;
  });
}

// What parse_document() refused for its head, for this reason.
Document read_past_head(std::string_view bytes, Error problem) {
  Document document = without_head(bytes);
  const HeadPlace at = head_place(document.body);
  const std::string_view rest = std::string_view(document.body).substr(at.opening);
  const std::size_t size = std::min(at.closing, document.body.size()) - at.opening;
  const bool closed = at.closing != std::string_view::npos && size <= Frontmatter::kLargest;
  std::string_view block = rest.substr(0, std::min(size, Frontmatter::kLargest));
  if (!closed) block = block.substr(0, block.rfind('\n') + 1);  // npos + 1 = 0
  LooseHead head = read_head_loosely(block);
  const bool tell = !head.is_yaml && !head.frontmatter.fields().empty();
  if (closed && head.is_head) {
    document = with_head(std::move(document), at, std::move(head.frontmatter));
  } else {
    document.frontmatter = std::move(head.frontmatter);
  }
  if (tell) document.head_problem = std::move(problem);
  return document;
}

// Whether a head says that the file is one of the program's own, whatever else is wrong with it.
bool says_whose(std::string_view bytes) {
  constexpr std::size_t kLooked = 64;  // lines; no head of ours has so many
  std::size_t number = 0;
  for (std::string_view line : split(bytes, '\n')) {
    if (++number > kLooked) return false;
    const auto value = [&](std::string_view key) {
      return line.starts_with(key) ? trim(line.substr(key.size())) : std::string_view();
    };
    const std::optional<Kind> named = parse_kind(value("kind:"));
    if ((named && !is_persons(*named)) || parse_ulid(value("id:"))) return true;
  }
  return false;
}

}  // namespace

bool is_persons(Kind kind) {
  return kind == Kind::kNote || kind == Kind::kDaily || kind == Kind::kIdentity ||
         kind == Kind::kTask;
}

bool is_generated_text(Kind kind) { return kind == Kind::kSummary || kind == Kind::kTopic; }

bool is_home(Kind kind) { return kind == Kind::kMemory || kind == Kind::kModel; }

bool is_generated(Kind kind) { return is_home(kind) || is_generated_text(kind); }

bool is_known_by_id(Kind kind) {
  return kind == Kind::kTask || (!is_persons(kind) && kind != Kind::kWhy);
}

std::optional<Kind> named_kind(const Frontmatter& frontmatter, std::string_view path) {
  const auto field = [&](std::string_view key) { return frontmatter.scalar(key).value_or(""); };
  const std::optional<Kind> named = parse_kind(field("kind"));
  const bool lacks_time =
      (named == Kind::kObservation || named == Kind::kSession) && field("at").empty();
  const bool may_be_persons =
      is_persons(kind_of_path(path)) && (!parse_ulid(field("id")) || lacks_time);
  return named && !is_persons(*named) && may_be_persons ? std::nullopt : named;
}

std::optional<std::string_view> frontmatter_block(std::string_view bytes) {
  if (bytes.starts_with(kBom)) bytes.remove_prefix(kBom.size());
  const HeadPlace at = head_place(bytes);
  if (at.closing == std::string_view::npos) return std::nullopt;
  return bytes.substr(at.opening, at.closing - at.opening);
}

Result<Document> parse_document(std::string_view bytes, std::string_view path) {
  PYRAMID_TRY(check_bytes(bytes, path));
  Document document = without_head(bytes);
  const HeadPlace head = head_place(document.body);
  if (head.opening == 0) return document;
  if (head.closing == std::string_view::npos) {
    return fail(ErrorKind::kInvalid, "frontmatter without an end", place(path, 1),
                "close it with a line `---`");
  }
  const std::string_view block =
      std::string_view(document.body).substr(head.opening, head.closing - head.opening);
  Result<Frontmatter> frontmatter = Frontmatter::parse(block, document.crlf);
  if (!frontmatter) {
    Error error = std::move(frontmatter).error();
    error.where = place(path, file_line(error.where));
    return fail(std::move(error));
  }
  return with_head(std::move(document), head, *std::move(frontmatter));
}

Result<Document> read_document(std::string_view bytes, std::string_view path) {
  Result<Document> document = parse_document(bytes, path);
  const Kind place = kind_of_path(path);
  if (document) {
    const bool is_text = is_persons(place) && is_text_between_rules(document->frontmatter);
    return is_text ? without_head(bytes) : document;
  }
  const bool may_be_persons = is_persons(place) || (place != Kind::kMemory && !says_whose(bytes));
  if (!may_be_persons || !check_bytes(bytes, path)) return document;
  Document read = read_past_head(bytes, document.error());
  const std::optional<Kind> named = named_kind(read.frontmatter, path);
  return named && !is_persons(*named) ? document : read;
}

std::optional<std::string> with_quoted_head(std::string_view bytes, std::string_view path) {
  if (!check_bytes(bytes, path) || read_document(bytes, path)) return std::nullopt;
  Document document = without_head(bytes);
  const HeadPlace at = head_place(document.body);
  if (at.closing == std::string_view::npos) return std::nullopt;
  const std::size_t size = at.closing - at.opening;
  const auto quoted = with_quotes(std::string_view(document.body).substr(at.opening, size));
  if (!quoted) return std::nullopt;
  return (document.bom ? std::string(kBom) : std::string()) +
         document.body.replace(at.opening, size, *quoted);
}

std::string to_bytes(const Document& document) {
  const std::string_view eol = document.crlf ? "\r\n" : "\n";
  std::string out;
  out.reserve(document.body.size() + document.frontmatter.bytes().size() + 16);
  if (document.bom) out += kBom;
  if (document.has_frontmatter) {
    out += document.open_fence.empty() ? "---" + std::string(eol) : document.open_fence;
    out += document.frontmatter.bytes();
    out += document.close_fence.empty() ? "---" + std::string(eol) : document.close_fence;
    if (!document.body.empty() && out.back() != '\n') out += eol;
  }
  return out += document.body;
}

Result<std::string> with_field(std::string_view bytes, std::string_view path, std::string_view key,
                               std::string_view value) {
  PYRAMID_ASSIGN(Document document, parse_document(bytes, path));
  if (value.empty()) {
    document.frontmatter.erase(key);
  } else {
    if (!document.has_frontmatter && document.crlf) {
      PYRAMID_ASSIGN(document.frontmatter, Frontmatter::parse({}, true));
    }
    document.has_frontmatter = true;
    document.frontmatter.set(key, value);
  }
  return to_bytes(document);
}

}  // namespace pyramid::format
