#include "base/code_fence.hpp"

#include "base/text.hpp"

namespace pyramid {

std::string_view open_fence(std::string_view text, std::string_view fence) {
  constexpr std::size_t kMarks = 3;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!is_code_fence(line)) continue;
    if (fence.empty()) {
      fence = line.substr(0, kMarks);
    } else if (line.starts_with(fence)) {
      fence = {};
    }
  }
  return fence;
}

std::string behind_fence(std::string_view fence, std::string_view piece) {
  if (fence.empty()) return std::string(piece);
  return std::string(fence).append("\n").append(piece);
}

}  // namespace pyramid
