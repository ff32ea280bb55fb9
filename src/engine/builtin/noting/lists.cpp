#include "engine/builtin/noting/lists.hpp"

#include "base/text.hpp"

#include <vector>

namespace pyramid::engine::builtin {

namespace {

// What an item says, bare of its mark; "" for a line that is none.
std::string_view item_of(std::string_view line) {
  line = trim(line);
  const std::size_t digits = line.find_first_not_of("0123456789");
  std::size_t mark = 1;
  if (line.starts_with("•")) {
    mark = std::string_view("•").size();
  } else if (digits != std::string_view::npos && digits > 0 && digits < 4) {
    if (line[digits] != '.' && line[digits] != ')') return {};
    mark = digits + 1;
  } else if (line.empty() || std::string_view("-*+").find(line[0]) == std::string_view::npos) {
    return {};
  }
  if (line.substr(mark, 1) != " ") return {};
  line = trim(line.substr(mark));
  while (line.ends_with('.') || line.ends_with(';') || line.ends_with(',')) line.remove_suffix(1);
  return line;
}

}  // namespace

std::string lists_in_line(std::string_view text, std::size_t longest) {
  if (text.find(":\n") == std::string_view::npos) return std::string(text);
  const std::vector<std::string_view> lines = split_lines(text);
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string line(lines[i]);
    std::size_t end = i + 1;
    bool plain = line.ends_with(':');
    for (; plain && end < lines.size(); ++end) {
      const std::string_view item = item_of(lines[end]);
      if (item.empty()) break;
      plain = item.find(". ") == std::string_view::npos;
      line.append(end == i + 1 ? " " : "; ").append(item);
    }
    if (plain && end > i + 1 && line.size() <= longest) {
      out += line + ".\n";
      i = end - 1;
    } else {
      out.append(lines[i]) += '\n';
    }
  }
  return out;
}

}  // namespace pyramid::engine::builtin
