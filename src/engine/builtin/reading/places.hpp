// Where "there" is.
#pragma once

#include <string>
#include <string_view>

namespace pyramid::engine::builtin {

// The place that a statement names last: "in Porto", "at Marlow's"; "" where it names none.
std::string place_in(std::string_view statement);

// "I haven't shopped there" -> "I haven't shopped at Marlow's".
std::string told_there(const std::string& text, const std::string& place);

}  // namespace pyramid::engine::builtin
