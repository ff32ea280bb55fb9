// What a sync does first: files of which there are two states become one.
#pragma once

#include "ops/opened.hpp"
#include "ops/services.hpp"
#include "pyramid/sync.hpp"

namespace pyramid::ops {

// Ends a merge that git could not; merges conflict copies into the files that they are copies of,
// the two sides of conflict markers, and two files of one summary. In a commit of its own,
// and the index is up to date with it. What it came to joins report.merged. `settled`: only
// what this scan found can be such a file. kConflict where a person has to end something first.
Status repair(Services& services, Opened& opened, bool settled, SyncReport& report);

}  // namespace pyramid::ops
