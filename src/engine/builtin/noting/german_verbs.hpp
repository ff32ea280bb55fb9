// German verbs behind "ich" as they stand behind a name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pyramid::engine::builtin {

// "wohne" -> "wohnt", "vertrage" -> "verträgt", "ging" -> "ging"; nullopt for what is no form of a
// verb that is known, or could be of two times ("faste").
std::optional<std::string> german_third_person(std::string_view lower);

// Whether german_third_person() gives this.
bool is_german_third_person(std::string_view lower);

}  // namespace pyramid::engine::builtin
