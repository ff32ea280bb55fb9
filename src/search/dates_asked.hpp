// The time that a question asks about: "last May", "in 2024", "on 3 June", "two weeks ago",
// "tomorrow".
#pragma once

#include "pyramid/time.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::search {

struct DaySpan {
  Date first, last;    // both inclusive
  bool ahead = false;  // still to begin
};

// The query with dates in numbers as 2026-03-15: 15.3.2026, 15/3/2026, 3/15/2026, 2026/03/15. Where
// both could be the month the day stands first.
std::string with_iso_dates(std::string_view query);

// The first expression of time in the query, seen from `today`; nullopt where there is none. A
// month or weekday without a year is the last one that has begun, or with "next" the first that has
// not; where it is asked what "will" be, the first that is not over. English only.
std::optional<DaySpan> dates_asked(std::string_view query, Date today);

// Days and months spelled as pieces are dated ("15th" as 15, "2026-03-15" as 15 march 2026 too).
// Where the query's words say how long ago it was ("last", "week", "yesterday"), these go, and the
// time comes as pieces are dated: "14 may 2026", or a phrase for each month, of at most three.
std::vector<std::string> with_dates(std::vector<std::string> terms, const DaySpan& span);

// 1 for a day of the span, less with every day away from it: people tell of things later more than
// before, and of what lies ahead before more than later.
double nearness(const DaySpan& span, Date day);

}  // namespace pyramid::search
