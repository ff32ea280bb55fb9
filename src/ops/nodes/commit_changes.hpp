// What a commit did to the memory.
#pragma once

#include "history/past.hpp"
#include "pyramid/changes.hpp"
#include "pyramid/result.hpp"

#include <vector>

namespace pyramid::ops {

// Of what a merge means beside each of the commits that it joins, what is news beside all of them,
// as it stands beside the first: what one of them had already, be it a word or a file's name, is
// not the merge's.
std::vector<MemoryChange> news_of(std::vector<std::vector<MemoryChange>> sides);

// As ops::meaning_of() tells it (memory_changes.hpp); of a merge its news.
Result<std::vector<MemoryChange>> meaning_of(history::Past& past,
                                             const std::vector<history::PastSide>& sides);

}  // namespace pyramid::ops
