// Days that a sentence leaves to the day it was said on: "in April", "on Friday".
#pragma once

#include "pyramid/zone.hpp"

#include <string>
#include <string_view>

namespace pyramid::engine::builtin::writing {

// The sentence with the year of its months and the date of its weekday, where its tense makes sure
// which is meant: "User wants to visit Rome in April." said in January 2026 -> "… in April 2026.",
// "User signed the lease on Friday." -> "… on 20 June 2025.". What comes back each year or may be
// of two years keeps its bytes. Pure.
std::string with_years(std::string_view sentence, LocalTime said);

// Whether the sentence tells its time (dates.hpp), ages aside: "is 71 years old" asks for one.
bool tells_own_time(std::string_view sentence);
// Whether it names a year.
bool tells_year(std::string_view sentence);

}  // namespace pyramid::engine::builtin::writing
