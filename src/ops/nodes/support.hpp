// Which sources of a generated text a sentence of it most likely comes from.
#pragma once

#include "pyramid/zone.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

struct SupportSource {
  std::string text;
  LocalTime at;  // when it was said: its "yesterday" is told by that
};

struct Support {
  std::size_t source = 0;  // position
  double share = 0;        // 0 to 1: how much of a sentence of the line its best sentence has
};

// The sources that together say most of `line`, best first; of equal ones the earlier position.
// Shared content stems decide, names and numbers counting twice, words that many sources have less.
// A line that joins two facts gets a source for each; sources that say the same stand side by side.
// Empty when no source has a fair part of it: a person may have written it. Pure.
std::vector<Support> supporting_sources(std::string_view line,
                                        std::span<const SupportSource> sources);

}  // namespace pyramid::ops
