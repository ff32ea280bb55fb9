// Which facts are worth their bytes.
#pragma once

#include "engine/builtin/writing/facts.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace pyramid::engine::builtin::writing {

// How much each fact carries: what the others talk about too, names and numbers, its importance,
// what is promised. Where room is short, standing_of() comes on top.
std::vector<double> weights_of(std::span<const Fact> facts);

// Indices of facts, those that a person wrote first, then the most worth telling, each chosen to
// differ from those before it (maximal marginal relevance). Stops when the chosen texts pass
// `bytes`.
std::vector<std::size_t> pick(std::span<const Fact> facts, std::span<const double> weights,
                              std::size_t bytes);

}  // namespace pyramid::engine::builtin::writing
