// What a reader who wants a model in short should be given.
#pragma once

#include "plan/grouping.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace pyramid::plan {

// The newest `most` summaries of each tier of a model that have files: the highest tier first, in a
// tier the oldest first, so that it reads from long ago and coarse to new and fine. Orphans are
// summaries of their tier. Points into the grouping.
std::vector<const Group*> last_of_each_tier(const Grouping& grouping, std::string_view model,
                                            std::size_t most = 3);

}  // namespace pyramid::plan
