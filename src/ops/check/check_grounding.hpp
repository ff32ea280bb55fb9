// Every generated sentence of a workspace, held against what it was made from.
#pragma once

#include "ops/calls/services.hpp"
#include "ops/check/check_graph.hpp"
#include "ops/run/opened.hpp"
#include "pyramid/check.hpp"
#include "pyramid/result.hpp"

namespace pyramid::ops {

// Summaries, sections and descriptions; what a person wrote or changed is not judged, and counts as
// a source of the text it stands in. `nodes`: all of the workspace. Reads files, changes none; one
// that cannot be read is left to the rest of the check.
Result<GroundingReport> check_grounding(Services& services, const Opened& opened,
                                        const NodesByPath& nodes);

// A finding as the check tells it.
Diagnostic to_diagnostic(const Ungrounded& finding);

}  // namespace pyramid::ops
