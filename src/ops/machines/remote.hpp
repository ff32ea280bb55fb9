// A sync with the other machines of a memory.
#pragma once

#include "ops/calls/services.hpp"
#include "pyramid/sync.hpp"

#include <functional>

namespace pyramid::ops {

using SyncHere = std::function<Result<SyncReport>(const SyncOptions&)>;

// sync, fetch, merge, sync what came of it, push; again where another machine was faster. Without
// the other end it is a sync, and the report says so. REQUIRES: options.remote.
Result<SyncReport> sync_with_remote(Services& services, const SyncOptions& options,
                                    const SyncHere& sync_here);

}  // namespace pyramid::ops
