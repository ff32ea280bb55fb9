// Lines that begin with how much they matter: "[7] User relocated to Austin.", and from 9 on
// "[9] CRITICAL: User is allergic to peanuts."
#pragma once

#include "engine/builtin/writing/facts.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::builtin::writing {

struct RatedLine {
  int importance = 0;  // 0: the line has no marker
  std::string_view text;
};
RatedLine read_rated(std::string_view line);
// Whether some line of the text has a marker.
bool is_rated(std::string_view text);
// The text without markers.
std::string without_ratings(std::string_view text);

// "[9] CRITICAL: User is allergic to peanuts." REQUIRES: an importance from 1 to 10.
std::string rated_line(int importance, std::string_view text);

// The importance of a fact that nobody judged.
inline constexpr int kUnrated = 5;

// "[7] User relocated to Austin." `aged`: with the month in which it was noted (age.hpp), where it
// is not one of those that hold at all times.
std::string rated_line(const Fact& fact, bool aged = false);
// The facts that matter most, a line each, in at most `budget` bytes: `by_day`, and what was said
// in one day by importance; else as they come, from summaries whose lines stand so. `aged` as
// above, for a text of more than a month.
std::string rated_lines(std::vector<Fact> facts, bool by_day, bool aged, std::size_t budget);

}  // namespace pyramid::engine::builtin::writing
