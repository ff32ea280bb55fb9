// A plan as the steps that a dry run tells.
#pragma once

#include "ops/run.hpp"
#include "plan/plan.hpp"

namespace pyramid::ops {

// What a sync would extract, assign, remove and write, in the run's report, and which sources that
// two summaries list it would leave with one of them.
Status describe_plan(Run& run, const plan::Plan& plan);

// MEMORY.md is made where it is not there, if only its headings.
void describe_home(const WorkingSet& memory, SyncReport& report);

}  // namespace pyramid::ops
