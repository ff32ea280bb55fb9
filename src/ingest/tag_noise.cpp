#include "ingest/tag_noise.hpp"

#include "base/text.hpp"

#include <cstddef>
#include <vector>

namespace pyramid::ingest {

namespace {

struct Tag {
  std::string_view name;
  std::string closing;
  std::size_t last_end = 0;  // behind the last closing tag in the text
};

std::vector<Tag> closed_tags(std::string_view text, std::span<const std::string_view> names) {
  std::vector<Tag> tags;
  for (const std::string_view name : names) {
    Tag tag{name, "</" + std::string(name) + ">", 0};
    const std::size_t last = text.rfind(tag.closing);
    if (last == std::string_view::npos) continue;
    tag.last_end = last + tag.closing.size();
    tags.push_back(std::move(tag));
  }
  return tags;
}

// Behind the block that begins at the `<` at `at`; `at` when none does.
std::size_t end_of_block(std::string_view text, std::size_t at, const std::vector<Tag>& tags) {
  const std::string_view rest = text.substr(at + 1);
  for (const Tag& tag : tags) {
    if (!rest.starts_with(tag.name) || at > tag.last_end) continue;
    const char next = rest.size() > tag.name.size() ? rest[tag.name.size()] : '\0';
    if (next != '>' && next != ' ') continue;
    const std::size_t end = text.find(tag.closing, at);
    if (end != std::string_view::npos) return end + tag.closing.size();
  }
  return at;
}

}  // namespace

std::string strip_tagged_blocks(std::string_view text, std::span<const std::string_view> tags) {
  if (text.find('<') == std::string_view::npos) return std::string(text);
  const std::vector<Tag> closed = closed_tags(text, tags);
  if (closed.empty()) return std::string(text);
  std::string kept;
  std::size_t kept_to = 0, looked_to = 0;
  bool at_line_start = true;  // nothing but blanks since the line's start or the last block
  for (std::size_t at = text.find('<'); at != std::string_view::npos;
       at = text.find('<', looked_to)) {
    const std::string_view between = text.substr(looked_to, at - looked_to);
    const std::size_t line = between.rfind('\n');
    if (line != std::string_view::npos) at_line_start = true;
    const std::size_t from = line == std::string_view::npos ? 0 : line;
    at_line_start = at_line_start && trim(between.substr(from)).empty();
    const std::size_t end = at_line_start ? end_of_block(text, at, closed) : at;
    if (end == at) {
      at_line_start = false;
      looked_to = at + 1;
      continue;
    }
    kept += text.substr(kept_to, at - kept_to);
    kept_to = looked_to = end;
  }
  if (kept_to == 0) return std::string(text);
  kept += text.substr(kept_to);
  return std::string(trim(kept));
}

}  // namespace pyramid::ingest
