// From a query to candidates with their scores (docs/search.md, "From a query to hits").
#pragma once

#include "search/search.hpp"

#include <string>
#include <vector>

namespace pyramid::search {

// The candidates, best first, ties by path, then line; `text` is what is indexed of each, without
// its date; cosines and snippets are left out. `terms` as terms_of() gives them, `embedded` the
// query's vector by `embedder`. Deterministic for the same index content.
Result<std::vector<Hit>> rank(index::Index& index, const engine::Embedder& embedder,
                              const Query& query, const std::vector<std::string>& terms,
                              const std::vector<float>& embedded);

}  // namespace pyramid::search
