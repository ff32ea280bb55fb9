// Dates in generated text: words that go stale become dates, machine dates become prose, and the
// lead-ins of a summary ("As of early May 2026, …") are written and read back.
#pragma once

#include "pyramid/zone.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace pyramid::engine::builtin::writing {

// The sentence in words that stay true: "last week (around 2026-05-05)" -> "around 5 May 2026",
// "yesterday" said at `said` -> "on 11 May 2026", "currently" and its like dropped, 2026-05-05
// -> "5 May 2026". Everything else keeps its bytes.
std::string settle_dates(std::string_view sentence, LocalTime said);

// Whether the sentence says itself when something happened or holds.
bool tells_time(std::string_view sentence);

// The last of the days that it names as prose does ("12 May 2026"; "May 2026" is its last day).
std::optional<Date> last_date_in(std::string_view sentence);

// How finely a lead-in names a time.
enum class Grain { kDay, kMonthPart, kMonth };

// "12 May 2026", "early May 2026", "May 2026"; without the year where `told_year` has named it.
std::string name_time(Date date, Grain grain, int told_year);

struct LeadIn {
  std::string word;  // "As of", "By"
  Date date;         // in the middle of what the lead-in names
  std::string rest;  // behind the comma
};
// A lead-in of ours at the start of a sentence. A missing year is `told_year`, that of the lead-in
// before it (0 = none: then it is not ours).
std::optional<LeadIn> read_lead_in(std::string_view sentence, int told_year);

}  // namespace pyramid::engine::builtin::writing
