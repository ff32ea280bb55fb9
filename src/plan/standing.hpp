// What MEMORY.md tells whatever its age: the facts that define the person and what must be kept to.
#pragma once

#include "plan/fact_index.hpp"
#include "plan/facts.hpp"

#include <string_view>
#include <vector>

namespace pyramid::plan {

// The section of the user's that tells them, "user/always".
inline constexpr std::string_view kAlwaysSection = "always";
inline constexpr const char* kUser = "user";  // whose page has it

// By what an observation records in `fact`: a rule, and what is lasting, hold for good; any other
// sort does not, whatever its importance; "" is not judged.
Holds holds_for_good(std::string_view fact);

// How much it counts in what is told whatever its age; below kLeastStanding it may pass.
inline constexpr int kLeastStanding = 8;
int weight_of(int importance, Holds holds);

// Those of all models, the weightiest first, what took the place of another at its weight at least;
// of equals a base model's, then the oldest: what comes in takes the place of nothing that weighs
// the same. Not more than a reader would take in.
FactIndex::Numbers standing_facts(const FactIndex& facts, const Rules& rules);

}  // namespace pyramid::plan
