// Retells plans in the past tense once their day has passed.
#pragma once

#include "engine/builtin/writing/facts.hpp"
#include "pyramid/time.hpp"

#include <span>
#include <vector>

namespace pyramid::engine::builtin::writing {

// The facts as they are told after `day`: "The race is on 6 April 2025." as "The race was on 6
// April 2025." where that day is over (is_over()), and only where this claims no more than that it
// was so planned. What a person wrote stays. Pure.
std::vector<Fact> told_after(std::span<const Fact> facts, Date day);

}  // namespace pyramid::engine::builtin::writing
