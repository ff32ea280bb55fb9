// Model files that were deleted though observations belong to the model.
#pragma once

#include "ops/run/run.hpp"
#include "plan/plan.hpp"

#include <set>
#include <string>

namespace pyramid::ops {

// The step of a sync that stands for one of them.
inline constexpr const char* kRestored = "restore";

// The plan's models that have no file, without those whose file is damaged.
std::set<std::string> lost_homes(const Run& run, const plan::Plan& plan);
SyncStep restore_step(const Run& run, const std::string& model);

// Makes those of the plan's models again that have none, with name and type as the built-in rules
// tell them from the observations; where these tell nothing, write_sections() makes the file
// without. A step for each. Flushed.
Status restore_homes(Run& run, const plan::Plan& plan);

}  // namespace pyramid::ops
