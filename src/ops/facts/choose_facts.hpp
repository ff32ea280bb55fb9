// Which observations are worth being facts, and why.
#pragma once

#include "format/node.hpp"
#include "ops/nodes/working_set.hpp"
#include "ops/run/run.hpp"
#include "pyramid/facts.hpp"
#include "pyramid/result.hpp"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace pyramid::ops {

struct FactChoice {
  std::size_t most = 0;              // facts
  std::string category;              // as of PromoteOptions
  std::set<std::string> taken_back;  // ids that are not looked at
  // Nor these, while they are as a language model judged them: by id, judged_state().
  std::map<std::string, std::string> refused;
};
struct ChosenFacts {
  std::vector<FactDecision> decisions;  // the weightiest first
  std::size_t waiting = 0;              // that weigh enough and have no decision
  EngineUse expected;                   // of a rehearsal
};

// What becomes of the observations that weigh enough to be facts: what a fact of the same model
// says already is none, nor is what a person's links lead to or from. All others are, where the
// engine does not judge; else what it says holds, and where it has no answer of use they are. Where
// a call fails the rest waits, and the run's report tells why. While calls are rehearsed
// (Batches::rehearse()) what would be asked is left undecided and counted. The same memory gives
// the same.
Result<ChosenFacts> choose_facts(Run& run, const FactChoice& choice);

// By which is known whether an observation has changed.
std::string judged_state(const format::Node& node);

// Where an observation goes; "" of one that lies there.
std::string place_of_fact(const WorkingSet& memory, const format::Node& node,
                          const std::string& category);

}  // namespace pyramid::ops
