// What a file that cannot be read keeps a sync from writing (docs/design.md, "Damaged files").
//
// Such a file still has its place. Whatever would be made as if it were gone would be made again
// once it is mended, or could not be put where it lies: that waits, and the rest goes on.
#pragma once

#include "ops/run/opened.hpp"
#include "ops/run/run.hpp"
#include "plan/plan.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

// Takes out of the plan what waits: the sections of a home that cannot be read; and where a file
// lies in a summary's place that is no summary, the summaries of that model from that tier up, and
// its sections.
Status leave_hindered(const Run& run, plan::Plan& plan);
// The summaries that leave_hindered() takes out of what would be planned.
Result<std::vector<Ulid>> waiting_summaries(const Run& run, const plan::FactIndex& facts);
// Whether the home of a model is there and cannot be read.
bool is_home_hindered(const Run& run, std::string_view model);
// Whether `## Other Models` waits: a model whose file cannot be read would be gone from it.
bool is_index_hindered(const Opened& opened);
// Names what stands in the way and what to do, in the line that the scan has of it where it has
// one. After the plan was made.
void tell_hindered(const Opened& opened, Diagnostics& diagnostics);
// What is said of a file in a summary's place that can be read and is none.
Diagnostic stranger(const std::string& path);

}  // namespace pyramid::ops
