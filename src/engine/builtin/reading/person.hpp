// From "I moved" to "User moved": the first person turned into the third.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pyramid::engine::builtin {

// The sentence as told about `name` ("User", "Assistant", "Maya"). The first mention takes the
// name, later ones "they"; verbs agree; "we" counts as the speaker. nullopt when a form is met that
// could mean two things ("I'd").
std::optional<std::string> to_third_person(std::string_view sentence, std::string_view name);

// "you", "your" as the assistant says them -> "the user", "the user's".
std::string address_user(std::string_view sentence);

}  // namespace pyramid::engine::builtin
