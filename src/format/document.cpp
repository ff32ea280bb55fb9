#include "base/text.hpp"
#include "base/utf8.hpp"
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

}  // namespace

Result<Document> parse_document(std::string_view bytes, std::string_view path) {
  PYRAMID_TRY(check_bytes(bytes, path));
  Document document;
  document.bom = bytes.substr(0, kBom.size()) == kBom;
  if (document.bom) bytes.remove_prefix(kBom.size());
  const std::size_t newline = bytes.find('\n');
  document.crlf = newline != std::string_view::npos && newline > 0 && bytes[newline - 1] == '\r';
  const std::size_t opening = newline == std::string_view::npos ? 0 : fence_length(bytes, 0);
  if (opening == 0) {
    document.body = bytes;
    return document;
  }
  const std::size_t closing = find_closing(bytes, opening);
  if (closing == std::string_view::npos) {
    return fail(ErrorKind::kInvalid, "frontmatter without an end", place(path, 1),
                "close it with a line `---`");
  }
  const std::size_t body = closing + fence_length(bytes, closing);
  const std::string_view block = bytes.substr(opening, closing - opening);
  Result<Frontmatter> frontmatter = Frontmatter::parse(block, document.crlf);
  if (!frontmatter) {
    Error error = std::move(frontmatter).error();
    error.where = place(path, file_line(error.where));
    return fail(std::move(error));
  }
  document.has_frontmatter = true;
  document.frontmatter = *std::move(frontmatter);
  document.open_fence = bytes.substr(0, opening);
  document.close_fence = bytes.substr(closing, body - closing);
  document.body = bytes.substr(body);
  document.body_line = line_at(bytes, body);
  return document;
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
