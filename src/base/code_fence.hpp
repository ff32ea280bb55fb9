// Blocks of code in markdown, as far as a look at one line tells.
#pragma once

#include <string_view>

namespace pyramid {

// Whether a line without its indent begins or ends one.
inline bool is_code_fence(std::string_view line) {
  return line.starts_with("```") || line.starts_with("~~~");
}

}  // namespace pyramid
