// What no source says in so many words, but what follows from them by arithmetic: ages, spans of
// time, sums, the day that something is said of.
#pragma once

#include "engine/grounding/cover.hpp"
#include "engine/grounding/said.hpp"

namespace pyramid::engine::grounding {

// `clause` makes the claim; `cover` is of it.
bool is_worked_out(const Moment& claim, const Said& said, const Facts& facts, const Cover& cover,
                   Words& words);
bool is_worked_out(const Amount& claim, const Clause& clause, const Said& said, const Facts& facts,
                   const Cover& cover, Words& words);

// Whether the claim's span, told as a lead-in tells it, touches that of a source.
bool touches_any(const Moment& claim, const Facts& facts);

}  // namespace pyramid::engine::grounding
