// A plan as the steps that a dry run tells.
#pragma once

#include "ops/run/run.hpp"
#include "plan/plan.hpp"

#include <set>
#include <string>
#include <vector>

namespace pyramid::ops {

// Adds to what the report says.
void tell(SyncReport& report, const Diagnostics& more);

// Steps as the sync tells them too.
SyncStep section_step(const Run& run, const plan::SectionTask& task);
SyncStep describe_step(const Run& run, const plan::SectionTask& task);
SyncStep index_step(std::string reason);  // of `## Other Models`
SyncStep home_step();                     // MEMORY.md, if only its headings

// What a sync would extract (`sessions`), assign, remove and write, in the run's report, and which
// sources it would leave out, for what they are or because another summary lists them too.
Status describe_plan(Run& run, const plan::Plan& plan, const std::vector<Ulid>& sessions);

// What becomes of the index of models, told behind describe_plan(): it is written anew where it is
// `stale`, and may be where a description is, which stands in it. MEMORY.md is made where it is not
// there.
void describe_index(const Run& run, const plan::Plan& plan, bool stale);

// The models whose sections a plan has say something else.
std::set<std::string> models_written(const plan::Plan& plan);

}  // namespace pyramid::ops
