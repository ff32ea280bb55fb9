// Two texts, word by word.
#pragma once

#include "pyramid/changes.hpp"

#include <string_view>
#include <vector>

namespace pyramid {

// Sentences, list items and headings first: each beside the one that it became, those of one text
// alone as a whole, a removed one before an added one. Within a pair as few words as can be; white
// space goes with the word in front of it, and how a paragraph is wrapped does not count. Texts
// that have next to nothing in common come out as one removed and one added piece. Deterministic.
std::vector<TextPiece> word_diff(std::string_view before, std::string_view after);

}  // namespace pyramid
