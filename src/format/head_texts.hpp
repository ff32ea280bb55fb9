// What the texts in YAML say, whatever escapes, quotes and line breaks they are written with.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::format {

// A key or a value, at whatever depth. It stands in these lines of the file, from 1.
struct HeadText {
  std::size_t line = 0, last_line = 0;
  std::string text;
};

// Those of a file that is YAML; never fails: behind what is none each line is read by itself.
std::vector<HeadText> yaml_texts(std::string_view yaml);

// Those of a memory file's frontmatter; none where it has no second `---`.
std::vector<HeadText> head_texts(std::string_view bytes);

}  // namespace pyramid::format
