// A closer look at a few texts for one query: which of their words are rare among them, and which
// come near to a word that is asked for. What it brings search stands in docs/search.md.
#pragma once

#include "engine/embedding/token_table.hpp"
#include "engine/engine.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace pyramid::engine {

// As Embedder::look_closely(). The cosine: a text's vector is the sum of its tokens', each weighted
// with ln((n + 1) / (k + 0.5)) for one that k of the n texts have; the query's is unweighted.
// `near`: the mean over `words`, by weight, of the highest cosine with a word of the text, from 0.3
// (0) to 1; 0 for a word that the text has, in any form. Pure.
std::vector<CloseLook> look_closely(const TokenTable& table, std::string_view query,
                                    std::span<const AskedWord> words,
                                    std::span<const std::string_view> texts);

}  // namespace pyramid::engine
