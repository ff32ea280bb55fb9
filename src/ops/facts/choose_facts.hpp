// Which observations are worth being facts, and why.
#pragma once

#include "format/node.hpp"
#include "ops/nodes/working_set.hpp"
#include "ops/run/run.hpp"
#include "pyramid/facts.hpp"
#include "pyramid/result.hpp"

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace pyramid::ops {

// What becomes of the observations that weigh enough to be facts, the weightiest first: `most` of
// them are promoted, what a fact of the same model says already is not, nor is what a person's
// links lead to or from. The same memory gives the same. `category`: as of PromoteOptions.
// `taken_back`: ids that are not looked at.
Result<std::vector<FactDecision>> choose_facts(const Run& run, std::size_t most,
                                               const std::string& category,
                                               const std::set<std::string>& taken_back);

// Where an observation goes; "" of one that lies there.
std::string place_of_fact(const WorkingSet& memory, const format::Node& node,
                          const std::string& category);

}  // namespace pyramid::ops
