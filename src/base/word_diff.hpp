// Two texts, word by word.
#pragma once

#include "pyramid/changes.hpp"

#include <string_view>
#include <vector>

namespace pyramid {

// As few words as can be are removed and added; white space goes with the word in front of it.
// Texts that have next to nothing in common come out as one removed and one added piece.
// Deterministic.
std::vector<TextPiece> word_diff(std::string_view before, std::string_view after);

}  // namespace pyramid
