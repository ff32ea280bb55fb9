#include "base/utf8.hpp"
#include "format/node.hpp"

#include <algorithm>

namespace pyramid::format {

namespace {

constexpr std::size_t kMaxBytes = 8 * 1024 * 1024;
constexpr std::string_view kBom = "\xEF\xBB\xBF";

std::string place(std::string_view path, std::size_t line) {
  return std::string(path) + ":" + std::to_string(line);
}

std::size_t line_of(std::string_view bytes, std::size_t offset) {
  return 1 + static_cast<std::size_t>(std::count(
                 bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
}

// The line at `at` with its end; `fence` says whether it is `---`.
struct Line {
  std::size_t end = 0;  // one behind its line end
  bool fence = false;
};

Line line_at(std::string_view bytes, std::size_t at) {
  const std::size_t newline = bytes.find('\n', at);
  Line line;
  line.end = newline == std::string_view::npos ? bytes.size() : newline + 1;
  std::string_view text = bytes.substr(at, line.end - at);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' ')) {
    text.remove_suffix(1);
  }
  line.fence = text == "---";
  return line;
}

}  // namespace

Result<Document> parse_document(std::string_view bytes, std::string_view path) {
  if (bytes.size() > kMaxBytes) {
    return fail(ErrorKind::kInvalid, "is over 8 MiB", std::string(path),
                "split it, or keep it out of the workspace");
  }
  if (const std::size_t nul = bytes.find('\0'); nul != std::string_view::npos) {
    return fail(ErrorKind::kInvalid, "holds a NUL byte", place(path, line_of(bytes, nul)),
                "it is no text file: keep it out of the workspace or give it another extension");
  }
  if (const auto invalid = utf8::first_invalid(bytes)) {
    return fail(ErrorKind::kInvalid, "is no valid UTF-8", place(path, line_of(bytes, *invalid)),
                "save it as UTF-8");
  }
  Document document;
  std::string_view rest = bytes;
  if (rest.substr(0, kBom.size()) == kBom) {
    document.bom = true;
    rest.remove_prefix(kBom.size());
  }
  const std::size_t newline = rest.find('\n');
  document.crlf = newline != std::string_view::npos && newline > 0 && rest[newline - 1] == '\r';
  const Line first = line_at(rest, 0);
  if (rest.empty() || !first.fence) {
    document.body = rest;
    return document;
  }
  for (std::size_t at = first.end; at < rest.size();) {
    const Line line = line_at(rest, at);
    if (!line.fence) {
      at = line.end;
      continue;
    }
    Result<Frontmatter> frontmatter = Frontmatter::parse(rest.substr(first.end, at - first.end));
    if (!frontmatter) {
      Error error = std::move(frontmatter).error();
      // "line N" within the block
      const std::size_t within = error.where.rfind("line ", 0) == 0
                                     ? std::strtoul(error.where.c_str() + 5, nullptr, 10)
                                     : 1;
      error.where = place(path, within + 1);
      return fail(std::move(error));
    }
    document.has_frontmatter = true;
    document.frontmatter = std::move(*frontmatter);
    document.open_fence = rest.substr(0, first.end);
    document.close_fence = rest.substr(at, line.end - at);
    document.body = rest.substr(line.end);
    document.body_line = line_of(rest, line.end);
    return document;
  }
  return fail(ErrorKind::kInvalid, "frontmatter has no closing `---`", place(path, 1),
              "add a line `---` below it");
}

std::string to_bytes(const Document& document) {
  std::string bytes;
  if (document.bom) bytes += kBom;
  if (document.has_frontmatter) {
    bytes += document.open_fence;
    bytes += document.frontmatter.bytes();
    bytes += document.close_fence;
  }
  bytes += document.body;
  return bytes;
}

}  // namespace pyramid::format
