#include "ingest/markdown_page.hpp"

#include "base/code_fence.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace pyramid::ingest::markdown {

namespace {

std::string_view unquoted(std::string_view value) {
  value = trim(value);
  const bool quoted = value.size() >= 2 && (value.front() == '"' || value.front() == '\'') &&
                      value.back() == value.front();
  return quoted ? value.substr(1, value.size() - 2) : value;
}

// Takes title and date from the frontmatter; the index of the first line behind it.
std::size_t read_frontmatter(const std::vector<std::string_view>& lines, Page& page) {
  if (lines.empty() || trim(lines[0]) != "---") return 0;
  const auto end = std::find_if(lines.begin() + 1, lines.end(),
                                [](std::string_view line) { return trim(line) == "---"; });
  if (end == lines.end()) return 0;
  bool has_id = false;
  bool is_session = false;
  for (auto line = lines.begin() + 1; line != end; ++line) {
    const std::size_t colon = line->find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view key = trim(line->substr(0, colon));
    const std::string_view value = unquoted(line->substr(colon + 1));
    has_id = has_id || key == "id";
    is_session = is_session || (key == "kind" && value == "session");
    if (key == "title") page.title = std::string(value);
    if (key == "date" || key == "at" || key == "created") {
      if (const auto time = parse_written_time(value)) page.date = time;
    }
  }
  page.is_session = has_id && is_session;
  return static_cast<std::size_t>(end - lines.begin()) + 1;
}

}  // namespace

Page read_page(std::string_view text) {
  Page page;
  const std::vector<std::string_view> lines = split_lines(text);
  std::string_view fence;
  for (std::size_t i = read_frontmatter(lines, page); i < lines.size(); ++i) {
    Line line{lines[i], std::nullopt};
    if (is_code_fence(trim(lines[i]))) {
      const std::string_view mark = trim(lines[i]).substr(0, 3);
      fence = fence.empty() ? mark : mark == fence ? std::string_view() : fence;
    } else if (fence.empty()) {
      line.label = parse_label(lines[i]);
    }
    page.lines.push_back(std::move(line));
  }
  return page;
}

}  // namespace pyramid::ingest::markdown
