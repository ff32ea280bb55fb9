// The parts of a sentence that its sources do not support.
#pragma once

#include "engine/grounding/facts.hpp"

#include <span>
#include <vector>

namespace pyramid::engine::grounding {

std::vector<Violation> violations_of(std::span<const Clause> sentence, const Facts& facts,
                                     Words& words);

}  // namespace pyramid::engine::grounding
