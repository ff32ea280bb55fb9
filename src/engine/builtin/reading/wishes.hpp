// What the assistant is told to do from now on: "Please always answer me in French".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pyramid::engine::builtin {

// "Please always answer me in French" -> "I want the assistant to always answer me in French";
// nullopt for requests of the moment. `sentence` is bare of markup.
std::optional<std::string> standing_wish(std::string_view sentence);

}  // namespace pyramid::engine::builtin
