// Facts that a person has told otherwise.
#pragma once

#include "engine/builtin/writing/facts.hpp"

#include <string_view>
#include <vector>

namespace pyramid::engine::builtin::writing {

// Drops every fact in whose place a sentence of a person's `words` stands: the same subject and
// verb, and another number, or nearly all else alike. "User's father is 72 years old." stands for
// "User's father is 73 years old.", and does so for as long as the person leaves it there. Events
// of other days, and what a person wrote, stay.
void drop_overruled(std::vector<Fact>& facts, std::string_view words);

}  // namespace pyramid::engine::builtin::writing
