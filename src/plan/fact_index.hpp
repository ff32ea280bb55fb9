// The facts in one order, whatever order they came in, each id once.
#pragma once

#include "plan/facts.hpp"
#include "plan/id_map.hpp"

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace pyramid::plan {

// Points into the facts, which must outlive it.
struct FactIndex {
  explicit FactIndex(const Facts& facts);

  // Positions in `observations`, ascending.
  using Positions = std::vector<std::uint32_t>;

  std::vector<const ObservationFact*> observations;  // active and assigned; by (at, id)
  std::map<std::string_view, Positions> by_model;    // of the observations
  Positions rank;                                    // of each observation within its model
  std::vector<const SummaryFact*> summaries;         // by id
  IdMap observation_at, summary_at;                  // positions in the two
};

}  // namespace pyramid::plan
