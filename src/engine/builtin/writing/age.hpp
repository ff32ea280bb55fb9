// "(noted March 2025)": how old a fact is that does not tell its own year.
// Pure; any thread.
#pragma once

#include "engine/builtin/writing/facts.hpp"
#include "pyramid/time.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace pyramid::engine::builtin::writing {

// "March 2025" for a fact whose time is known and that names no year; "" for others, and for a
// name, which has no age.
std::string month_noted(const Fact& fact);

// "User has a cat (noted March 2025)."; as it is without a month, or where it has no place for it.
std::string with_age(std::string sentence, std::string_view month);

// A sentence without such a mark.
struct Aged {
  std::string text;
  std::optional<Date> month;  // its first day
};
Aged read_age(std::string_view sentence);

}  // namespace pyramid::engine::builtin::writing
