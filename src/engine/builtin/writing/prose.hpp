// Facts as sentences that read on: shared subjects joined, times led in, persons made right.
#pragma once

#include "engine/builtin/writing/dates.hpp"
#include "engine/builtin/writing/facts.hpp"

#include <span>
#include <string>
#include <string_view>

namespace pyramid::engine::builtin::writing {

struct Style {
  bool first_person = false;  // the assistant says "I"
  bool lead_ins = false;      // "As of early May 2026, …" where it reads well and is true
  bool emphasis = false;      // "**The user …**." around stressed facts
  bool goes_on = false;       // as behind sentences about the same: "also", no year in a lead-in
  Grain grain = Grain::kMonthPart;
};

// The facts, in their order, as one paragraph. Names, numbers, dates and negations stand as they
// were; every sentence is a source's own, or two of the same subject and tense joined by "and".
std::string compose(std::span<const Fact> facts, const Style& style);

// One fact in at most `budget` bytes: cut at a word, with "…", where it is longer.
std::string compose_within(const Fact& fact, const Style& style, std::size_t budget);

// With a stop behind it, where its end would not be seen.
std::string with_stop(std::string sentence);

// Whether compose() would make one sentence of the two.
bool reads_on(const Fact& first, const Fact& second, const Style& style);

// Whether a fact holds for a time that it does not tell itself: "is looking for a flat".
bool asks_for_time(const Fact& fact);

// Whether it holds whenever it is said: what a thing is, what somebody likes.
bool is_timeless(const Fact& fact);

// One sentence in prose: "User" -> "the user"; with `first_person`, "Assistant recommends" ->
// "I recommend". `opening`: it begins the sentence.
std::string in_prose(std::string_view sentence, bool first_person, bool opening = true);

}  // namespace pyramid::engine::builtin::writing
