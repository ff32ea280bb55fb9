// How long each generated part of a home may be, so that the file as a whole keeps to its length.
#pragma once

#include "plan/fact_index.hpp"
#include "plan/facts.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace pyramid::plan {

// Bytes for a section ("this-week", "always") of a model's home: a share of what is left of the
// file beside headings and what a person wrote there. It follows from the settings and from the
// person's own words alone, and from nothing that a sync writes, or there would be no end to it.
// The person's words take half of the file at most, an eighth at a time: a few more change nothing.
std::int64_t room_for(const FactIndex& facts, const Rules& rules, std::string_view model,
                      std::string_view section);
// Whether that is what it is where the lengths of files are the usual ones and a person wrote
// little.
bool is_usual_room(const FactIndex& facts, const Rules& rules, std::string_view model,
                   std::string_view section);

// How much a model matters beside others: what the importance of its facts comes to, where those of
// little weight count nothing.
std::int64_t weight_of(const FactIndex& facts, const std::string& model);

// Bytes for the index of models.
std::int64_t room_for_index(const FactIndex& facts, const Rules& rules);

}  // namespace pyramid::plan
