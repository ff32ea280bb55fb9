// What a sync does first: files of which there are two states become one, and those are mended that
// cannot be read for a slip in their head.
#pragma once

#include "ops/calls/services.hpp"
#include "ops/nodes/working_set.hpp"
#include "ops/run/opened.hpp"
#include "pyramid/sync.hpp"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pyramid::ops {

// What repair() had to find out on its way, and is so still.
struct Learned {
  std::unique_ptr<WorkingSet> memory;                   // loaded; null: there was no need to
  std::optional<std::vector<std::string>> uncommitted;  // as Repository::uncommitted() says
  Diagnostics left;              // conflict copies that nothing can be made of
  std::set<std::string> united;  // what was made of two files
};

// Ends a merge that git could not; merges conflict copies into the files that they are copies of,
// the two sides of conflict markers, two files of one summary, and of one node that two machines
// moved apart; and puts those values of a head in quotes that YAML refuses. In a commit of its own,
// and the index is up to date with it. What it came to joins report.merged. `settled`: only what
// this scan found can be such a file, and git is asked for nothing unless there is one. kConflict
// where a person has to end something first.
Result<Learned> repair(Services& services, Opened& opened, bool settled, SyncReport& report);

// What a repair() would come to, for a dry run; nothing is written. A merge that git could not end
// is left aside.
struct Rehearsal {
  std::vector<SyncStep> merged;
  std::map<std::string, std::optional<std::string>> files;  // as it leaves them; nullopt: it goes
  Diagnostics left;
};
// `uncommitted`: the files that differ from the last commit; not asked for where `settled`.
Result<Rehearsal> rehearse_repair(Services& services, Opened& opened, bool settled,
                                  const WorkingSet& memory,
                                  const std::vector<std::string>& uncommitted);

}  // namespace pyramid::ops
