// "yesterday", "last week", "on Friday", "3 June": resolved against the day they were said.
#pragma once

#include "pyramid/time.hpp"

#include <string>
#include <string_view>

namespace pyramid::engine::builtin {

// The sentence with a date behind each relative expression: "(2026-05-11)" where the day is
// certain,
// "(around 2026-05-05)" or "(May 2026)" where it is not, and with the year behind a bare month or
// day of a month. An expression that could mean two dates is left as it is.
std::string resolve_dates(std::string_view sentence, Date said);

}  // namespace pyramid::engine::builtin
