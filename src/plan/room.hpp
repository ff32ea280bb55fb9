// How long each generated part of a home may be: what there is to tell decides, so that a file has
// as much as its length lets it have, and no more.
#pragma once

#include "plan/fact_index.hpp"
#include "plan/facts.hpp"
#include "plan/sections.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace pyramid::plan {

// Sizes go by steps of 128 bytes, from 2,048 on by eighths: a word more changes nothing.
std::int64_t step_up(std::int64_t bytes);
std::int64_t step_down(std::int64_t bytes);

// Bytes in which a section can tell all of its items, as a step; what the items' digests cover
// decides, and nothing else.
std::int64_t wanted_by(std::string_view section, std::span<const CoverItem> items);

// Bytes that a section ("this-week", "always") of a model's home can have whatever the others want:
// a part of what is left of the file beside headings and what a person wrote there. The person's
// words take half of the file at most, an eighth at a time: a few more change nothing.
std::int64_t share_of(const FactIndex& facts, const Rules& rules, std::string_view model,
                      std::string_view section);

// A section of a file, and the room that it has there.
struct Part {
  std::string_view model, section;
  std::int64_t wants = 0, share = 0, room = 0;
  // Whether others decide how long it may be, so that what it is made from does not.
  [[nodiscard]] bool is_short() const { return room < wants; }
};

// Gives each section of one file, MEMORY.md or another model's, its room: what it wants, up to its
// share, and then of what others leave. That goes to one after the other: `## Always`, the user's,
// then the rest, the newest first, and up to a quarter of the file each before one has more. The
// first for which too little is left takes that by steps and ends it, so that where one fact more
// moves the bounds, it moves those of one other section or two.
void share_out(const FactIndex& facts, const Rules& rules, std::span<Part> parts);

// How much a model matters beside others: what the importance of its facts comes to, where those of
// little weight count nothing.
std::int64_t weight_of(const FactIndex& facts, const std::string& model);

// The index of models in MEMORY.md names so many at most.
inline constexpr std::size_t kModelsNamed = 40;
// Bytes for it, by how many there are.
std::int64_t room_for_index(const FactIndex& facts, const Rules& rules);

}  // namespace pyramid::plan
