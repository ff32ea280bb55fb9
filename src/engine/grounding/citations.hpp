// "User moved to Austin [3]. …": the numbers of sources behind sentences, read and taken out.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::grounding {

struct Cited {
  std::string text;  // without citations
  // By sentence of the text (format::sentences_in): the numbers behind it, from 1, as they stand.
  std::vector<std::vector<std::size_t>> numbers;
};
// "[3]", "[1, 4]", "[1][4]", "[1-3]", and what models make of it: "([3])", "[fact 3]", "(facts 1
// and 3)", "[^3]", "【3】", "(3)" at the end of a sentence; before or behind the full stop. What
// opens a line, as the importance of a rated one does, what is a link, and what stands so in a
// source, behind the same word, is none. Pure.
Cited take_citations(std::string_view text, std::span<const std::string_view> sources);

}  // namespace pyramid::engine::grounding
