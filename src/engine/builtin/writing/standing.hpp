// What an agent must know of a person for good, and what time has made idle.
#pragma once

#include "engine/builtin/writing/facts.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace pyramid::engine::builtin::writing {

// Whether the fact holds for good and is asked for again and again: health, name, home, work,
// partner, children, parents. By its words; a fact about the past does not.
bool is_lasting(const Fact& fact);

// Whether the fact tells what the user is called.
bool tells_name(const Fact& fact);

// Whether it is among those that must not go: the user's name, and health.
bool is_vital(const Fact& fact);

// Whether the fact tells as still to come or as so what its own date puts before `day`: "The exam
// is on 14 November 2025." read later. What has been so since then stays, and so does what was told
// on the day itself ("User starts chemotherapy today"): it came to be so.
bool is_over(const Fact& fact, Date day);

// When the newest source is from; the epoch where there is none.
LocalTime newest_of(std::span<const SourceText> sources);
// The day before which what a text tells is over: that of the newest source, and in a section that
// reaches far back ("this-year") as many days later as its name says at least.
Date day_of_reading(LocalTime newest, std::string_view section = {});

// What comes on top of weights_of() where room is short: what was marked as important, what holds
// for good; less than nothing for what is over. Beyond what two sentences can differ by their
// words.
std::vector<double> standing_of(std::span<const Fact> facts, Date day);

}  // namespace pyramid::engine::builtin::writing
