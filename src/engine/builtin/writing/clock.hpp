// Times of day that facts tell: "is at 3 pm".
// Pure; any thread.
#pragma once

#include "engine/builtin/writing/facts.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::builtin::writing {

// "3 pm every day" -> "3", "pm"; "15:30 in the hall" -> "15", "30"; else nothing.
std::vector<std::string> clock_value(std::string_view text);

// What tells one time of day of a subject from another: "is at 3 pm on Mondays" is no news of
// Fridays. `value` are the words of the time itself.
std::string time_key(const Fact& fact, std::span<const std::string> value);

}  // namespace pyramid::engine::builtin::writing
