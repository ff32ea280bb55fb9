// Where a sentence ends: one rule for all that cuts, marks, merges or compares sentences.
#pragma once

#include <cstddef>
#include <string_view>

namespace pyramid {

// Whether a lower-case letter behind a mark says that the sentence goes on ("at 3 p.m. on Mondays",
// "why? and"). In a chat it says nothing: "i moved. we have a dog". There a number in front is no
// mark of a list either, which who cuts takes off before: "780. I pay it by the month."
enum class LowerCase { kGoesOn, kMayBegin };

// Whether a sentence ends right before `at`: at the end of the text, before a blank, or behind one
// of the marks that have no blank behind them (。！？). A stop behind "Dr.", "e.g.", an initial or
// the number of an ordinal ends none, but at the end of a line every mark does.
bool sentence_ends(std::string_view text, std::size_t at,
                   LowerCase lower_case = LowerCase::kGoesOn);

}  // namespace pyramid
