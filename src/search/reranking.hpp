// The best of a ranking looked at once more, by the vectors of another engine (docs/search.md,
// "Reranking").
#pragma once

#include "search/search.hpp"

#include <string_view>
#include <vector>

namespace pyramid::search {

// Gives the first 50 of `hits` their `reranked`: the cosine of the query and the piece with its
// date and headings by `embedder`, stretched over them. Their order stays. Fails as the embedder
// does.
Status look_again(index::Index& index, engine::Embedder& embedder, std::string_view query,
                  std::vector<Hit>& hits);

}  // namespace pyramid::search
