// A guard in front of yaml-cpp, which recurses at each bracket.
#pragma once

#include <cstddef>
#include <string_view>

namespace pyramid::format {

inline bool nests_deeply(std::string_view yaml) {
  constexpr std::size_t kMostOpenBrackets = 64;
  std::size_t open = 0;
  for (const char c : yaml) {
    if (c == '[' || c == '{') ++open;
    if ((c == ']' || c == '}') && open > 0) --open;
    if (open > kMostOpenBrackets) return true;
  }
  return false;
}

}  // namespace pyramid::format
