// Words as search compares them, in scripts that do not show where a word ends too.
//
// Of Han, Hiragana and Katakana each character is a word. Hangul, whose words carry particles, and
// Thai, Lao, Khmer and Burmese, which write no blanks, are read in pairs of characters, and of a
// text the first character of each run is a word, too, so that a word of one is found: "책을" has
// "책" and "책을". All else is as words() has it. A character is a letter with its marks, or a
// syllable.
#pragma once

#include "engine/text/language.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine {

// Whether a text has such a character.
bool has_parts(std::string_view text);
// The words of a text, those that overlap too, in their order; compared by utf8::fold().
std::vector<Word> text_words(std::string_view text);
// Those that a question asks for: a run of more than one character by its pairs alone, since what
// shares one syllable with it says nothing.
std::vector<Word> asked_words(std::string_view question);
// The text as an index of words that stand between blanks is to read it, folded: it has what
// text_words() has.
std::string indexed_words(std::string_view text);

}  // namespace pyramid::engine
