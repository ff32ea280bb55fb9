// What stands behind a word that names a secret: where it begins and ends, and what it looks like.
// Private to src/guard. Pure; any thread.
#pragma once

#include "base/text.hpp"

#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>

namespace pyramid::guard {

inline bool is_alnum(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }
inline bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
inline bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80;
}
inline bool is_one_of(char c, std::string_view set) {
  return set.find(c) != std::string_view::npos;
}

inline char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

// ASCII letters in lower case, all else as it is: no place moves.
std::string lowered(std::string_view text);

struct Value {
  std::size_t begin = 0, end = 0;
  bool quoted = false;
};
// What stands at `at` behind blanks, quotes and emphasis: to the closing quote, else to white
// space, at most 512 bytes.
Value value_at(std::string_view text, std::size_t at);

struct Mix {
  bool letter = false, digit = false, symbol = false;
};
Mix mix_of(std::string_view value);

// `get("password1")`, `$self->pwd2`, `/home/ana/pwd2`, `https://…`: says where the value is.
bool is_elsewhere(std::string_view value, bool quoted);

// What people write where a password goes.
bool is_usual(std::string_view password);

// Behind " is ", ", c'est ", ": " and their kind at `at`, where what is told begins; npos where
// none stands there.
std::size_t behind_is(std::string_view text, std::size_t at);

// Where " is " and its kind stand behind what a password is for ("for the router is …"); `at` where
// nothing is said of it.
std::size_t behind_for_what(std::string_view text, std::size_t at);

// Whether nothing follows at `at`: "is SHA256 hashed" tells how it is kept.
bool ends_clause(std::string_view text, std::size_t at);

}  // namespace pyramid::guard
