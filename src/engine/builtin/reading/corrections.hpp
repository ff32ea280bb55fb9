// Sentences that set right what was said before: "no, it's ash, not oak".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::builtin {

// Whether the sentence contradicts what was said before ("no, …", "nope, …").
bool contradicts(std::string_view sentence);

// "it is X, not Y", cut up.
struct Replacement {
  std::string verb, right, wrong;  // " is", "X", "Y"
};
std::optional<Replacement> replacement_in(const std::string& text);

// "it is Porto, not Lisbon" with the noun that stood with Lisbon in one of the earlier sentences
// (the latest first): "the flight is to Porto, not Lisbon". As it is where none did.
std::string with_noun(const std::string& correction, const std::vector<std::string>& earlier);

// "On the 4th, not the 3rd", which has no verb, as "it is on the 4th, not the 3rd".
std::string whole_correction(const std::string& sentence);

// "Sie heißt Mitzi, nicht Miso" of "Users Katze heißt Miso." -> "Users Katze heißt Mitzi, nicht
// Miso". nullopt where the sentence says more, or the fact does not have the wrong value once.
std::optional<std::string> put_right_in_german(std::string_view correction,
                                               const std::string& fact);

// "Not Marlow's, they closed down" -> "Marlow's closed down"; others as they are.
std::string about_the_denied(const std::string& text);

}  // namespace pyramid::engine::builtin
