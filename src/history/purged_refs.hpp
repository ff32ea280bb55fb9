// What a fetch brings back of a history that was purged.
#pragma once

#include "pyramid/result.hpp"

#include <set>
#include <string>
#include <vector>

namespace pyramid::history {

// The branches and tags, as last fetched from this remote, that have one of the commits in their
// history. They go here, with all that only they held; at the other end they stay. Named as git
// does: "origin/main", "v1". Where a backup of a purge keeps the commits anyway, only the refs go.
Result<std::vector<std::string>> drop_fetched(const std::string& root, const std::string& remote,
                                              const std::set<std::string>& commits);

}  // namespace pyramid::history
