// Chat spelling, written in full: "im" -> "I'm".
#pragma once

#include <string>
#include <string_view>

namespace pyramid::engine::builtin {

// "im", "dont", "gonna" as they are spelt in full; trailing "lol" and "haha" off.
std::string spelt_out(std::string_view text);

}  // namespace pyramid::engine::builtin
