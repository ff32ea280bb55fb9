// Whether two numbers or times of day are the same.
#pragma once

#include "engine/grounding/reading.hpp"

namespace pyramid::engine::grounding {

bool same_value(double a, double b);
// Whether they count the same sort of thing: "12 weeks" is not "12 bottles".
bool counts_alike(const Amount& claim, const Amount& fact);
// Whether the claim is that number: in value, in what it counts, and as an ordinal or not.
bool follows(const Amount& claim, const Amount& fact);
bool follows(const Clock& claim, const Clock& fact);

}  // namespace pyramid::engine::grounding
