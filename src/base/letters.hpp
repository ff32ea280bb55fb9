// Text as it is spelled with the letters a to z, as far as Latin script goes.
#pragma once

#include <string>
#include <string_view>

namespace pyramid {

// For a Latin letter that does not decompose into a base letter and a mark: "ss" for ß; "" for
// every other character.
std::string_view latin_letters(char32_t c);

// utf8::fold(), with such letters spelled out: "BAHNHOFSTRASSE" and "Bahnhofstraße" are one.
std::string fold_letters(std::string_view text);

}  // namespace pyramid
