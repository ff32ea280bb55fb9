#include "engine/builtin/noting/lists.hpp"

#include "base/text.hpp"
#include "engine/text/language.hpp"

#include <vector>

namespace pyramid::engine::builtin {

namespace {

// What an item says without the mark in front and the stop behind; "" for a line that is none.
std::string_view item_of(std::string_view line) {
  constexpr std::string_view kBullet = "• ";
  const std::string_view bare = trim(line);
  std::string_view item = bare.starts_with(kBullet) ? trim(bare.substr(kBullet.size()))
                                                    : list_item(line).value_or(std::string_view());
  while (item.ends_with('.') || item.ends_with(';') || item.ends_with(',')) item.remove_suffix(1);
  return item;
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
