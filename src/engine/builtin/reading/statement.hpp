// Whether a sentence states a fact, and the sentence bare of what surrounds the fact.
#pragma once

#include "engine/text/language.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace pyramid::engine::builtin {

// The sentence without lead-ins, emoticons and markup, or nullopt when it states no fact that could
// stand by itself: a question, request, greeting, what-if, joke, quote or code; another language;
// too short or too long. A pronoun as the subject is resolved to `person` ("" = cannot be).
std::optional<std::string> statement(const Sentence& sentence, const std::string& person);

// The person that a statement is about, for the next sentence's "she": "my sister Ana" -> "Ana".
std::string person_in(std::string_view statement);

// 1 to 10 by a table of stems.
int importance_of(std::string_view statement);

}  // namespace pyramid::engine::builtin
