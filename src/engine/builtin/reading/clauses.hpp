// A sentence down to what it states: what surrounds the fact is taken off.
#pragma once

#include <string>
#include <string_view>

namespace pyramid::engine::builtin {

// Markup, emoji and emoticons out, typographic quotes straight.
std::string without_marks(std::string_view text);
// The same of English, with its chat spelling in full.
std::string bare(std::string_view text);

// Without "anyway,", "by the way", "I must correct myself:" and their kind, and without what is
// said behind the fact: ", which is rather annoying", "if it matters".
std::string without_surroundings(std::string text);

}  // namespace pyramid::engine::builtin
