// Times in a sentence: as they are told, and as they follow from when it was said.
#pragma once

#include "engine/grounding/lexing.hpp"
#include "engine/grounding/reading.hpp"
#include "pyramid/zone.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace pyramid::engine::grounding {

struct Found {
  Moment moment;
  std::size_t begin = 0, end = 0;  // tokens
};

// Dates as prose and machines write them, months, years and weekdays; with `said` relative ones
// too.
std::vector<Found> moments_in(std::span<const Token> tokens, const LocalTime* said);

// What a moment of a source says when it was said at `said`: the year of a bare date, the days that
// a weekday may mean. `told_year`: named before it in the same text, 0 = none.
std::vector<Moment> settled(const Moment& moment, LocalTime said, int told_year);

// Whether year, month and day are told.
bool is_full(const Moment& moment);

// Whether `claim` says no more than `fact`.
bool follows(const Moment& claim, const Moment& fact);

// Whether the claim's span, told as a lead-in tells it, touches that of a source.
bool touches(const Moment& claim, LocalTime start, LocalTime end);

}  // namespace pyramid::engine::grounding
