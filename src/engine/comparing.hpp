// What two observations are to each other: the same said again, or one that corrects the other.
//
// Rules over the words alone, the same for every engine. Careful rather than thorough: another
// name, number, date, tense or negation is another fact, and what no rule is sure of stays as it
// is. docs/extraction.md has what that finds and misses.
// Pure; any thread.
#pragma once

#include "engine/builtin/writing/outdating.hpp"
#include "engine/builtin/writing/relations.hpp"
#include "engine/ending.hpp"
#include "pyramid/zone.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine {

// Names what read_said() gives for a text; counts up when that changes.
inline constexpr std::string_view kReading = "comparing/12";

// An observation, read once for comparing.
struct Said {
  LocalTime at;
  builtin::writing::Claim claim;
  builtin::writing::Outlook outlook;
  std::string meaning;           // equal for observations that say the same; never ""
  std::optional<Ending> ending;  // what it says to be over
  bool hearsay = false;          // a what-if, a guess or somebody's words
  std::string by;                // whose words it quotes: "Ana: …"; or ""
  bool tells_time = false;       // when it was or will be
  std::optional<Date> day_told;  // by which it had happened, as far as it says
  bool one_of_several = false;   // it names one, and another may be there: "has a dog called Rex"
  bool set_right = false;        // it was told to put something right: "is actually called Max"

  // Of a sentence that tells several facts, each by itself: the end of one is not the end of all.
  std::vector<Said> parts;

  // An observation that corrects another has something in `asks` that the other one `offers`.
  std::vector<std::string> offers, asks;
};
Said read_said(std::string_view text, LocalTime at);
// What read_said() gives as `meaning`, in half the time.
std::string read_meaning(std::string_view text, LocalTime at);

bool says_the_same(const Said& a, const Said& b);

// Whether `newer` makes `older` untrue: another value of what holds one at a time ("lives in"), an
// explicit "X, not Y", an end ("no longer", "left"), the opposite, a plan refused or put off, what
// the older one takes for granted (writing/outdating.hpp). Never by a what-if or by what
// somebody is said to have said, nor by what happened before the older one was said; never an event
// of the past that tells its own time; and never one of several parts, of which the others hold.
// Subjects and relation agree; the models are the caller's.
// REQUIRES: newer.at >= older.at.
bool corrects(const Said& newer, const Said& older);

// Whether `newer` was told to put something right, and that is `older` if there is one such thing:
// "User's dog is actually called Max" of "User has a dog called Rex". Who also knows of a dog
// called Bella does not know which of them was meant. REQUIRES: newer.at >= older.at.
bool sets_right(const Said& newer, const Said& older);

// Whether `newer` quotes somebody who is not the user, and `older` is nothing of theirs: what
// others say makes only untrue what they said, or is said of them. `users`: what the user is
// called, beside "User".
bool is_out_of_reach(const Said& newer, const Said& older, const std::vector<std::string>& users);

}  // namespace pyramid::engine
