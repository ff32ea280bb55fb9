#include "guard/private_keys.hpp"

#include "guard/values.hpp"

#include <cctype>

namespace pyramid::guard {

namespace {}  // namespace

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
  while (i < text.size()) {
    while (i < text.size() && is_one_of(text[i], " \t\r\n>|\"+")) ++i;
    if (text.substr(i).starts_with("\\n") || text.substr(i).starts_with("\\r")) {
      i += 2;
      continue;
    }
    if (text.substr(i).starts_with("-----END ")) {
      const std::size_t close = text.find("-----", i + 9);
      const bool whole = close != std::string_view::npos && close - i < kLongestHeader;
      if (end > 0) end = whole ? close + 5 : i;
      break;
    }
    const std::size_t line = i;
    while (i < text.size() && (is_alnum(text[i]) || is_one_of(text[i], "+/="))) ++i;
    const bool base64 = i - line >= kShortestLine ||
                        (i > line && end > 0 && text.substr(i, 12).find("-----") < 4) ||
                        (text[line] == '=' && i - line == 5);  // the checksum of PGP's armour
    const bool header = i < text.size() && i > line && (text[i] == ':' || text[i] == '-');
    if (base64 && !header) {
      end = i;
      continue;
    }
    if (!header || end > 0) break;
    const std::size_t next = text.find('\n', i);  // Proc-Type, DEK-Info, Version, Comment
    if (next == std::string_view::npos || next - i > 128) break;
    i = next;
  }
  if (end == 0) return std::nullopt;
  return Finding{"private-key", at, end};
}

}  // namespace pyramid::guard
