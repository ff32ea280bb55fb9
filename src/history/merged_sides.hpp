// What the two sides of a merge had.
#pragma once

#include "pyramid/time.hpp"

#include <optional>
#include <string>
#include <vector>

namespace pyramid::history {

struct MergedSide {
  std::string bytes;               // of the file
  std::vector<std::string> added;  // workspace files that this side alone brought in
};
// The sides of the newest merge commit that made of a workspace file what none of them had. None
// where there is no such merge, or git cannot tell.
std::vector<MergedSide> merged_sides(const std::string& root, const std::string& path);

struct MergeBase {
  std::string bytes;  // of the file
  Time newer;         // of the two commits that were merged
};
// What the sides came from of the merge that made a workspace file what it is in HEAD. nullopt
// where the last commit that changed the file is no merge, or git cannot tell.
std::optional<MergeBase> merge_base_of(const std::string& root, const std::string& path);

}  // namespace pyramid::history
