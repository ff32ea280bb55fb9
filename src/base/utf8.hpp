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

std::string nfc(std::string_view text);
// NFD, combining marks dropped, lower case: "Élan" -> "elan". What search and slugs compare.
std::string fold(std::string_view text);
std::string lower(std::string_view text);

bool is_letter(char32_t c);
bool is_upper(char32_t c);
bool is_digit(char32_t c);
bool is_space(char32_t c);
bool is_punctuation(char32_t c);  // general category P*, and S* of ASCII
bool is_cjk(char32_t c);          // the ideograph blocks that BERT splits one by one

// The longest prefix of at most `max_bytes` that ends between code points.
std::string_view truncate(std::string_view text, std::size_t max_bytes);
// Terminal columns (wide characters count 2, marks 0).
std::size_t width(std::string_view text);

}  // namespace pyramid::utf8
