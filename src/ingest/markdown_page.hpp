// A file of markdown or plain text, by lines. Private to src/ingest.
#pragma once

#include "ingest/markdown_labels.hpp"
#include "pyramid/zone.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ingest::markdown {

struct Line {
  std::string_view text;
  std::optional<Label> label;
};

// A file's lines, with the labels in them; code fences and the frontmatter have none. Borrows the
// text.
struct Page {
  std::string title;
  std::optional<WrittenTime> date;  // of the frontmatter
  bool is_session = false;          // a memory's own, by its frontmatter
  std::vector<Line> lines;
};

Page read_page(std::string_view text);

}  // namespace pyramid::ingest::markdown
