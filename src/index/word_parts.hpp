// Words of scripts that write no blanks between them.
#pragma once

#include <string>
#include <string_view>

namespace pyramid::index {

// Han, Hiragana and Katakana: where a word ends is not to be seen, so each character is one, in the
// index and in what is asked.
bool is_word_alone(char32_t c);
bool has_word_alone(std::string_view text);
// The text as FTS5 is to read it: such characters with blanks around them, all else as it is.
std::string parted(std::string_view text);

}  // namespace pyramid::index
