// What two facts have in common, beside facts.hpp. Private to this folder.
#pragma once

#include "engine/builtin/writing/facts.hpp"

namespace pyramid::engine::builtin::writing {

// Whether `one` holds all that `fact` says.
bool says(const Fact& one, const Fact& fact);

}  // namespace pyramid::engine::builtin::writing
