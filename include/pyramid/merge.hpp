// What git calls for each memory file that two machines changed.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"

#include <string>
#include <vector>

namespace pyramid {

struct MergeDriverOptions {
  std::string base, ours, theirs;  // files; an empty base: there is none
  std::string path;                // of the file itself
  std::vector<std::string> heads;  // ids of the commits that are merged into HEAD, as far as known
};

// Merges by what kind of file it is and writes the outcome over `ours`. kConflict, and nothing
// written, where the two are files of different nodes. A note about what both changed carries the
// day of the newest of the commits.
Status merge_driver(const Environment& environment, const MergeDriverOptions& options);

}  // namespace pyramid
