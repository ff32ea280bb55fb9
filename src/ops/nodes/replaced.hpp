// What an observation took the place of.
#pragma once

#include "ops/nodes/working_set.hpp"
#include "pyramid/result.hpp"

#include <vector>

namespace pyramid::ops {

// What it corrected, and what that had corrected before, the latest first.
Result<std::vector<Ulid>> replaced_by(const WorkingSet& memory, const Ulid& id);

}  // namespace pyramid::ops
