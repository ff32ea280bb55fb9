// Blocks of code in markdown, as far as a look at one line tells.
#pragma once

#include <string>
#include <string_view>

namespace pyramid {

// Whether a line without its indent begins or ends one.
inline bool is_code_fence(std::string_view line) {
  return line.starts_with("```") || line.starts_with("~~~");
}

// The marks of the block of code that a text leaves open, "```" or "~~~"; "" where it leaves none.
// `fence`: those of one that is open where the text begins.
[[nodiscard]] std::string_view open_fence(std::string_view text, std::string_view fence = {});

// A piece of a text behind what left the block open: with a line of its marks in front.
[[nodiscard]] std::string behind_fence(std::string_view fence, std::string_view piece);

}  // namespace pyramid
