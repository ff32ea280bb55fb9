// What a commit did to the memory, taken back in the files as HEAD has them.
#pragma once

#include "history/past.hpp"
#include "ops/nodes/working_set.hpp"
#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pyramid::ops {

// Files as they are to be; nullopt = gone.
using WantedFiles = std::map<std::string, std::optional<std::string>>;

struct RevertedFiles {
  WantedFiles files;
  std::vector<std::string> left;  // what cannot be taken out of what came later
};
// A file that was moved since is followed. One that was changed since is left, unless the two
// changes stand in different parts of a text that a person may write in. What was forgotten stays
// so, a conversation of which turns were forgotten too. Of a merge goes all that it brought to its
// first side. `day`: as merge::Sides has it. kUsage for the commit that made the workspace, and for
// one that brought tombstones; kConflict for one with which a shallow clone begins.
Result<RevertedFiles> take_back(FileSystem& files, const workspace::Workspace& workspace,
                                const WorkingSet& memory, history::Past& past,
                                const history::PastCommit& commit, Date day);

// The text that a person's part of a home, or a note, has without what changed from `before` to
// `after`; nullopt where what came later stands in the way.
std::optional<std::string> without_change(const std::string& path, const std::string& before,
                                          const std::string& after, const std::string& now,
                                          Date day);

}  // namespace pyramid::ops
