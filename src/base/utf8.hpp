// UTF-8: checking, walking, folding (utf8proc behind it).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::utf8 {

// Byte offset of the first byte that is not valid UTF-8 (overlong forms and surrogates are
// invalid), or nullopt.
std::optional<std::size_t> first_invalid(std::string_view text);
bool is_ascii(std::string_view text);
// Each invalid byte becomes U+FFFD.
std::string replace_invalid(std::string_view text);
// As a text file can hold it: the same of each NUL, too.
std::string storable(std::string_view text);

// Decodes the code point at `at` and moves `at` past it; U+FFFD and one byte on bad input.
// REQUIRES: at < text.size().
char32_t next(std::string_view text, std::size_t& at);
// U+FFFD for what is no code point (surrogates, beyond U+10FFFF).
void append(std::string& out, char32_t code_point);

// Composed as Unicode has it (NFC): the one spelling of what may be written in several. What names,
// links and ids of facts are compared by; files keep the spelling that they have.
std::string nfc(std::string_view text);
// As nfc(), without a copy where `text` is composed already, as nearly all is; else in `composed`.
std::string_view nfc(std::string_view text, std::string& composed);
// Composed, and one spelling for forms of a character: "ﬁ" -> "fi", "１" -> "1" (NFKC).
std::string nfkc(std::string_view text);
// One spelling for all ways of writing a word, which search and slugs compare: NFKC, lower case,
// without accents, the points of Hebrew and Arabic and what is not seen (soft hyphens, joiners,
// tatweel), Latin letters with a stroke or of two spelled out: "Élan" -> "elan", "Straße" ->
// "strasse", "đ" -> "d". A mark that makes another letter stays: vowels of Indic scripts, Thai
// tones, voiced kana. Words stay apart; bytes that are not UTF-8 become U+FFFD.
std::string fold(std::string_view text);
std::string lower(std::string_view text);
// Equal for names that differ in case alone, or in how their letters are composed.
std::string caseless(std::string_view name);

bool is_letter(char32_t c);
bool is_latin(char32_t c);  // of a letter: whether it is of the Latin script
bool is_upper(char32_t c);
bool is_digit(char32_t c);
bool is_space(char32_t c);
// Belongs to the letter in front of it: a combining mark, or what is not seen between two letters.
bool is_mark(char32_t c);
bool is_punctuation(char32_t c);  // general category P*, and S* of ASCII
bool is_cjk(char32_t c);          // the ideograph blocks that BERT splits one by one

// The longest prefix of at most `max_bytes` that ends between code points.
std::string_view truncate(std::string_view text, std::size_t max_bytes);
// Terminal columns (wide characters count 2, marks 0).
std::size_t width(std::string_view text);

}  // namespace pyramid::utf8
