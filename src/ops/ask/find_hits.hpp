// Searching a workspace that is open already.
#pragma once

#include "ops/run/opened.hpp"
#include "pyramid/search.hpp"
#include "search/search.hpp"

#include <vector>

namespace pyramid::ops {

// kUsage for what find_hits() would refuse whatever the memory holds, the query left out.
Status check_options(const SearchOptions& options, const format::Settings& settings);

// What is searched where nobody says it: `sources` of pyramid.yaml.
Result<index::Filter> default_filter(const format::Settings& settings, const Zone& zone);

// The hits of search_memory(), with the settings of the workspace where the options leave them
// open. The index is taken as it stands. A turn that speaks to the assistant has the status
// `quarantined`.
Result<std::vector<search::Hit>> find_hits(Services& services, Opened& opened,
                                           const SearchOptions& options);

// Takes out the hits that are less than a part of the first one as relevant, and those that share
// hardly a word with the query and are not near it in meaning either.
// `dropped`: those, behind what it holds.
void drop_noise(std::vector<search::Hit>& hits, std::vector<search::Hit>* dropped = nullptr);

// Why what drop_noise() takes out is not told.
inline constexpr const char* kFarBehind = "is much further from the prompt than the nearest";

// Whether a file waits to be merged into another one that is there, which says what it says or
// will.
bool is_waiting_copy(Services& services, Opened& opened, const std::string& path);

}  // namespace pyramid::ops
