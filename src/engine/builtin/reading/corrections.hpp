// Sentences that set right what was said before: "no, it's ash, not oak".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::builtin {

// False where nothing in the text, however it is written, says "not": then it is no
// replacement_in(), nor does whole_correction() make it one.
bool may_deny(std::string_view text);

// Whether the sentence opens as one that puts something right: "Actually, …", "I got that wrong,
// …".
bool puts_right(std::string_view sentence);

// "my dog is called Max" -> "my dog is actually called Max": as another dog may have another name,
// what was put right would not be known otherwise. What has one value anyway stays as it is.
std::string marked_as_right(const std::string& fact);

// "it is X, not Y", cut up.
struct Replacement {
  std::string verb, right, wrong;  // " is", "X", "Y"
};
std::optional<Replacement> replacement_in(const std::string& text);

// "On the 4th, not the 3rd", which has no verb, as "it is on the 4th, not the 3rd".
std::string whole_correction(const std::string& sentence);

// The same of "nein, in Bremen, nicht in Kiel": "Bremen", "Kiel", and no verb.
std::optional<Replacement> german_replacement_in(std::string_view correction);

// "Sie heißt Mitzi, nicht Miso" of "Users Katze heißt Miso." -> "Users Katze heißt Mitzi, nicht
// Miso". nullopt where the sentence says more, or the fact does not have the wrong value once.
std::optional<std::string> put_right_in_german(std::string_view correction,
                                               const std::string& fact);

}  // namespace pyramid::engine::builtin
