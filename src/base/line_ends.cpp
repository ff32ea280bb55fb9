#include "base/line_ends.hpp"

#include "base/text.hpp"

#include <algorithm>

namespace pyramid {

std::string with_lf(std::string_view text) {
  if (text.find('\r') == std::string_view::npos) return std::string(text);
  std::string out = replace_all(text, "\r\n", "\n");
  std::replace(out.begin(), out.end(), '\r', '\n');
  return out;
}

bool is_crlf(std::string_view text) {
  if (text.find('\r') == std::string_view::npos) return false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\n') return false;
    if (text[at] != '\r') continue;
    if (at + 1 == text.size() || text[at + 1] != '\n') return false;
    ++at;
  }
  return true;
}

bool is_same_but_line_ends(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const bool may_be =
      a.find('\r') != std::string_view::npos || b.find('\r') != std::string_view::npos;
  return may_be && with_lf(a) == with_lf(b);
}

std::vector<std::string_view> lines_with_ends(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t newline = text.find('\n');
    lines.push_back(text.substr(0, newline == std::string_view::npos ? newline : newline + 1));
    text.remove_prefix(lines.back().size());
  }
  return lines;
}

}  // namespace pyramid
