// The plan of a sync, as a report; and what a sync begins with alike.
#pragma once

#include "ops/run/run.hpp"
#include "pyramid/sync.hpp"

namespace pyramid::ops {

// What a sync with these options would do, without a byte written and without an engine's call.
Result<SyncReport> dry_run(Services& services, const SyncOptions& options);

ImportOptions import_options(const SyncOptions& options);
// Has the run also write again what the options ask for. kNotFound for a model that is none.
Status ask_refresh(Run& run, const SyncOptions& options);

}  // namespace pyramid::ops
