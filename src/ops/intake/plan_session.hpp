// What take_session() would do with a conversation, for a dry run.
#pragma once

#include "ops/calls/secrets.hpp"
#include "ops/run/run.hpp"

#include <unordered_set>

namespace pyramid::ops {

// Counts in `report`, with what the extraction of the new turns would take, and adds to the run's
// steps. `planned`: those that were planned before, from any source; of another copy of one of them
// nothing more is expected. Writes nothing.
Status plan_session(Run& run, const RedactedConversation& redacted,
                    std::unordered_set<Ulid>& planned, ImportReport& report);

}  // namespace pyramid::ops
