// Caches made anew, where words of what was forgotten may stand in them.
#pragma once

#include "ops/calls/services.hpp"
#include "ops/run/opened.hpp"
#include "pyramid/result.hpp"

namespace pyramid::ops {

// Caches hold words in places that nobody sees: free pages, replies, indexes of the past, what an
// interrupted write left in any folder. All of them go; the index is scrubbed, or made anew.
Status renew_caches(Services& services, const WorkspaceOptions& options, Opened& opened);

// The same where tombstones came that the caches know nothing of, by a pull or by hand.
Status renew_caches_of_forgotten(Services& services, const WorkspaceOptions& options,
                                 Opened& opened);

}  // namespace pyramid::ops
