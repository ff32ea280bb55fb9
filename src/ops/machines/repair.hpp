// What a sync does first: files of which there are two states become one.
#pragma once

#include "ops/calls/services.hpp"
#include "ops/nodes/working_set.hpp"
#include "ops/run/opened.hpp"
#include "pyramid/sync.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pyramid::ops {

// What repair() had to find out on its way, and is so still.
struct Learned {
  std::unique_ptr<WorkingSet> memory;                   // loaded; null: there was no need to
  std::optional<std::vector<std::string>> uncommitted;  // as Repository::uncommitted() says
  Diagnostics left;  // conflict copies that nothing can be made of
};

// Ends a merge that git could not; merges conflict copies into the files that they are copies of,
// the two sides of conflict markers, two files of one summary, and of one node that two machines
// moved apart. In a commit of its own, and the index is up to date with it. What it came to joins
// report.merged. `settled`: only what this scan found can be such a file, and git is asked for
// nothing unless there is one. kConflict where a person has to end something first.
Result<Learned> repair(Services& services, Opened& opened, bool settled, SyncReport& report);

}  // namespace pyramid::ops
