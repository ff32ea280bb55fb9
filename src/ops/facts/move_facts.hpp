// Observations that become facts, or facts of another category: the same nodes in another folder.
#pragma once

#include "ops/run/run.hpp"
#include "pyramid/facts.hpp"
#include "pyramid/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

// kUsage for one that there is not; "" is none.
Status check_category(const std::string& category);

// Of the type that the model has: what is of a project goes to projects, of a topic to resources,
// the rest to areas.
std::string_view category_for(const WorkingSet& memory, const std::string& model);

// Those of the decisions that have a `to`: moved, with all links that lead there, and committed as
// "memory: SUBJECT". Gives the commit's id, or "".
Result<std::string> move_facts(Run& run, const std::vector<FactDecision>& decisions,
                               const std::string& subject);

}  // namespace pyramid::ops
