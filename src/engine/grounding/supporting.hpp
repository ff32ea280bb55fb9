// Which sources a sentence most likely comes from.
#pragma once

#include "engine/grounding/facts.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pyramid::engine::grounding {

struct Supporting {
  std::vector<std::size_t> best;     // together they say most of it; best first
  std::vector<std::size_t> partial;  // each says a fair part of it; sorted
};
// By the sentence's stems and numbers; what few sources have counts more. Pure.
Supporting supporting(std::vector<std::uint32_t> keys, const Facts& facts);

}  // namespace pyramid::engine::grounding
