// Whether a sentence states a fact, and the sentence bare of what surrounds the fact.
#pragma once

#include "engine/builtin/reading/persons.hpp"
#include "engine/text/language.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid::engine::builtin {

// What the sentence may point at beyond itself.
enum class Leaning : std::uint8_t {
  kNone,
  kPrevious,    // it will be joined to the sentence before: "it" and "that" are clear
  kReminder,    // said in a question, and known to the other: however short
  kCorrection,  // it sets right what was said before, and may begin with "it"
};

// The sentence without lead-ins, emoticons and markup, or nullopt when it states no fact that could
// stand by itself: a question, request, greeting, joke, quote or code; another language; too short
// or too long. Telegram style gets its subject; "she" and "his" are resolved by `persons`.
std::optional<std::string> statement(const Sentence& sentence, Persons& persons,
                                     Leaning leaning = Leaning::kNone);

// "I've had it since I was eleven": so little is said beside "it" that only the sentence before
// tells what is meant.
bool leans_on_the_one_before(std::string_view text);

// 1 to 10 by a table of stems.
int importance_of(std::string_view statement);

}  // namespace pyramid::engine::builtin
