// German verbs behind "ich" as they stand behind a name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pyramid::engine::builtin {

// "wohne" -> "wohnt", "bin" -> "ist", "ging" -> "ging"; nullopt for a form that could be of two
// times or no verb ("faste").
std::optional<std::string> german_third_person(std::string_view lower);

}  // namespace pyramid::engine::builtin
