// Whether what a clause says is said in the sources, but with another word in one place.
#pragma once

#include "engine/grounding/cover.hpp"

#include <functional>

namespace pyramid::engine::grounding {

inline constexpr double kSaysIt = 0.75;  // of the other words, for a clause to say the same
inline constexpr double kMore = 0.2;     // by which it has to say more than one that has the word

using ClauseTest = std::function<bool(const Clause&)>;

// Whether the rest of the covered clause, without stems or a number or moment of it, is said where
// `other` stands in place of what `has` looks for, and not where `has` finds it.
bool is_elsewhere(const Facts& facts, const Cover& cover, Stems without, const void* thing,
                  const ClauseTest& has, const ClauseTest& other);

}  // namespace pyramid::engine::grounding
