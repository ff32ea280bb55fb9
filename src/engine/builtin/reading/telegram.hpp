// Chat spelling and telegram style, brought to whole sentences: "ran 14 km" -> "I ran 14 km".
#pragma once

#include <string>
#include <string_view>

namespace pyramid::engine::builtin {

// "im", "dont", "gonna" as they are spelt in full; trailing "lol" and "haha" off.
std::string spelt_out(std::string_view text);

// The sentence with the subject that telegram style leaves out: "Ran 14 km yesterday" -> "I ran …",
// "delivering the kitchen tomorrow" -> "I'm delivering …", "vegan since 2020" -> "I've been vegan
// since 2020", "runway until March" -> "The runway lasts until March". Others as they are.
std::string with_subject(const std::string& text);

// "Ordered by date", "started: 5 May": a verb in front, and nobody surely its subject.
bool lacks_subject(std::string_view text);

// "second hand, 420 euros": no sentence, but more about the one before.
bool is_fragment(std::string_view text);

}  // namespace pyramid::engine::builtin
