// An observation in the plain words that facts are read from: "doesn't work at Acme any more" as
// "no longer works at Acme", "€1,150" as "1150 euros", German in English (from_german.hpp).
//
// For comparing; what is stored stays as it is. Pure; any thread.
#pragma once

#include <string>
#include <string_view>

namespace pyramid::engine {

// One sentence, its white space collapsed.
std::string in_plain_words(std::string_view sentence);

// "310,000 euros" -> "310000 euros"; other commas stay.
std::string without_thousands_marks(std::string_view text);

}  // namespace pyramid::engine
