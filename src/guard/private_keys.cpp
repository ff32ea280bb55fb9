#include "guard/private_keys.hpp"

#include "guard/values.hpp"

#include <algorithm>
#include <cctype>

namespace pyramid::guard {

namespace {

// JSON writes a line's end as `\n`, JSON in JSON as `\\n`, and so on. Where such a code at `at`
// ends that stands for one of these characters; `at` where there is none.
std::size_t behind_code(std::string_view text, std::size_t at, std::string_view meant) {
  std::size_t end = at;
  while (end < text.size() && text[end] == '\\') ++end;
  return end > at && end < text.size() && is_one_of(text[end], meant) ? end + 1 : at;
}

// The same of a character of base64: `\/`, `\u002b`.
std::size_t behind_base64(std::string_view text, std::size_t at) {
  if (is_alnum(text[at]) || is_one_of(text[at], "+/=")) return at + 1;
  const std::size_t code = behind_code(text, at, "/u");
  if (code == at || text[code - 1] == '/') return code;
  const std::string unit = lowered(text.substr(code, 4));
  return unit == "002b" || unit == "002f" || unit == "003d" ? code + 4 : at;
}

// Between two lines of a block: what ends lines, quotes and joins them.
std::size_t behind_joint(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const std::size_t code = behind_code(text, at, "nrt\n\"'");
    const std::size_t unit = behind_code(text, at, "u");  // `\u000a`, in full
    const std::string digits = unit > at ? lowered(text.substr(unit, 4)) : std::string();
    if (digits == "000a" || digits == "000d") {
      at = unit + 4;
    } else if (code > at) {
      at = code;
    } else if (is_one_of(text[at], " \t\r\n>|\"'+,")) {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

// Where the line ends that `at` is in, written as one or as code.
std::size_t line_end(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] != '\n' && behind_code(text, at, "nr") == at) ++at;
  return at;
}

}  // namespace

std::optional<Finding> private_key_at(std::string_view text, std::size_t at) {
  constexpr std::size_t kLongestHeader = 64;
  constexpr std::size_t kShortestLine = 16;
  const std::string_view head = text.substr(at, kLongestHeader);
  const std::size_t mark = head.find("PRIVATE KEY");
  const std::size_t dashes = mark == std::string_view::npos ? mark : head.find("-----", mark);
  if (!head.starts_with("-----BEGIN ") || dashes == std::string_view::npos) return std::nullopt;
  if (head.find('\n') < dashes) return std::nullopt;
  std::size_t i = at + dashes + 5;
  std::size_t end = 0;
  while (true) {
    i = behind_joint(text, i);
    if (i >= text.size()) break;
    if (text.substr(i).starts_with("-----END ")) {
      const std::size_t close = text.find("-----", i + 9);
      const bool whole = close != std::string_view::npos && close - i < kLongestHeader;
      if (end > 0) end = whole ? close + 5 : i;
      break;
    }
    const std::size_t line = i;
    while (i < text.size()) {
      const std::size_t next = behind_base64(text, i);
      if (next == i) break;
      i = next;
    }
    const bool base64 =
        i - line >= kShortestLine ||
        (i > line && end > 0 && text.substr(behind_joint(text, i)).starts_with("-----")) ||
        (text[line] == '=' && i - line == 5);  // the checksum of PGP's armour
    const bool header = i < text.size() && i > line && (text[i] == ':' || text[i] == '-');
    if (base64 && !header) {
      end = i;
      continue;
    }
    if (!header || end > 0) break;
    const std::size_t next = line_end(text, i);  // Proc-Type, DEK-Info, Version, Comment
    if (next == text.size() || next - i > 128) break;
    i = next;
  }
  if (end == 0) return std::nullopt;
  return Finding{"private-key", at, end};
}

}  // namespace pyramid::guard
