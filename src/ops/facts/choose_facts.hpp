// Which observations are worth being facts, and why.
#pragma once

#include "format/node.hpp"
#include "ops/nodes/working_set.hpp"
#include "ops/run/run.hpp"
#include "pyramid/facts.hpp"
#include "pyramid/result.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace pyramid::ops {

// What becomes of the observations that weigh enough to be facts, the weightiest first: `most` of
// them are promoted, what a fact of the same model says already is not. The same memory gives the
// same. `category`: as of PromoteOptions.
Result<std::vector<FactDecision>> choose_facts(const Run& run, std::size_t most,
                                               const std::string& category);

// Where an observation goes, its text read; "" of one that lies there.
std::string place_of_fact(const WorkingSet& memory, const format::Node& node,
                          const std::string& category);

}  // namespace pyramid::ops
