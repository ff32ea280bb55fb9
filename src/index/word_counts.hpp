// How common words are.
#pragma once

#include "index/index.hpp"
#include "pyramid/result.hpp"

#include <cstddef>
#include <string_view>

namespace pyramid::index {

// How many pieces have one of the query's words; `most` stands for as many and more.
Result<std::size_t> pieces_having(Index& index, std::string_view fts_query, std::size_t most);

}  // namespace pyramid::index
