// The words that a query looks for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pyramid::search {

// The query's words, lower case, each once; stop words and "now" only if there is nothing else. At
// most 64: a pasted page asks for its first words.
std::vector<std::string> terms_of(std::string_view query);

// Any of them, as FTS5 reads it.
std::string fts_query(const std::vector<std::string>& terms);

// What of a query is turned into a vector: its beginning, valid UTF-8.
std::string text_to_embed(std::string_view query);

}  // namespace pyramid::search
