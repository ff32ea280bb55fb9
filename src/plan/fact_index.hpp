// The facts in one order, whatever order they came in, each id once.
#pragma once

#include "plan/facts.hpp"
#include "plan/id_map.hpp"

#include <vector>

namespace pyramid::plan {

// Points into the facts, which must outlive it.
struct FactIndex {
  explicit FactIndex(const Facts& facts);

  std::vector<const ObservationFact*> observations;  // active and assigned; by (at, id)
  std::vector<const SummaryFact*> summaries;         // by id
  IdMap observation_at, summary_at;                  // positions in the two
};

}  // namespace pyramid::plan
