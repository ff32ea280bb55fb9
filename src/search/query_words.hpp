// The words that a query looks for.
#pragma once

#include "index/index.hpp"
#include "pyramid/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace pyramid::search {

// The query's words, as the index has them (engine/text/word_parts.hpp), each once; stop words and
// "now" only if there is nothing else.
std::vector<std::string> terms_of(std::string_view query);

// The words that tell most, in their order. More than 64 become those that a piece has: the last
// sixteen, since a long prompt asks at its end, and of the others those that the fewest have.
Result<std::vector<std::string>> telling(index::Index& index, std::vector<std::string> terms);

// Any of them, as FTS5 reads it.
std::string fts_query(const std::vector<std::string>& terms);

// What of a query is turned into a vector, valid UTF-8: of a long one how it begins and, three
// times as much, how it ends, in whole words.
std::string text_to_embed(std::string_view query);
// What of a query is looked at: of one above 64 KiB its beginning and its end.
std::string asked_part(std::string query);

}  // namespace pyramid::search
