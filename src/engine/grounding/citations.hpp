// "User moved to Austin [3]. …": the numbers of sources behind sentences, read and taken out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::grounding {

struct Cited {
  std::string text;  // without citations
  // By sentence of the text (format::sentences_in): the numbers behind it, from 1, as they stand.
  std::vector<std::vector<std::size_t>> numbers;
};
// "[3]", "[1, 4]" and "[1][4]", before or behind the full stop. What opens a line, as the
// importance of a rated one does, and what is a link is none. Pure.
Cited take_citations(std::string_view text);

}  // namespace pyramid::engine::grounding
