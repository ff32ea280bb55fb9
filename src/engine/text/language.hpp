// English at the level the built-in engine works on: sentences, words, stems, stop words.
//
// Pure functions over tables in src/engine/text/tables; other languages pass through unharmed.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine {

// A sentence and where it stands in the text it was cut from.
struct Sentence {
  std::string text;       // white space collapsed
  std::size_t begin = 0;  // byte offset
  bool question = false;  // ends with `?` or is asked without one ("can you …")
};

// Cuts prose at . ! ? … and line breaks between list items; knows abbreviations (Dr., e.g., a.m.),
// initials, decimals, URLs, file names and ellipses. Fenced and indented code, quoted lines (`>`),
// tables and HTML blocks are left out.
std::vector<Sentence> sentences(std::string_view text);

// What stands behind the mark of a list item ("- ", "2. "), or nullopt where the line is none.
std::optional<std::string_view> list_item(std::string_view line);

// A word as it stands: letters with their marks, digits, inner apostrophes and hyphens.
struct Word {
  std::string_view text;
  std::size_t begin = 0;
};
std::vector<Word> words(std::string_view text);

// "Ana's" as "Ana".
std::string_view without_owner(std::string_view word);
// Whether it begins with a capital letter.
bool is_capital(std::string_view word);
// 0 to 9, anywhere in it.
bool has_digit(std::string_view word);
bool is_stop_word(std::string_view lower_word);
// "now", "today", "currently": in a question they say which state is asked for, not what of.
bool says_now(std::string_view lower_word);
// Porter's stemmer (M. F. Porter, 1980), for comparing words; input lower case.
std::string stem(std::string_view lower_word);
// Lower-case stems of the content words, in order.
std::vector<std::string> content_stems(std::string_view text);

}  // namespace pyramid::engine
