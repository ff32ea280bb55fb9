// The sync with the engines handed in: what the public functions call and tests drive.
#pragma once

#include "ops/services.hpp"
#include "pyramid/import.hpp"
#include "pyramid/sync.hpp"

namespace pyramid::ops {

Result<SyncReport> sync(Services& services, const SyncOptions& options);
Result<SyncReport> run_step(Services& services, const StepOptions& options);
Result<ImportReport> import(Services& services, const ImportOptions& options);

}  // namespace pyramid::ops
