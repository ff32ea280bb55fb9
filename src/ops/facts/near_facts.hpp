// What an engine is told of observations that may become facts.
#pragma once

#include "engine/engine.hpp"
#include "format/node.hpp"
#include "index/index.hpp"
#include "ops/run/run.hpp"
#include "pyramid/result.hpp"

#include <map>
#include <string>

namespace pyramid::ops {

// An observation, read, that weighs enough.
struct WeighedFact {
  format::Node node;
  std::string meaning;  // meaning_of_fact()
};

// Puts what the memory has near each of them beside it: what its model says in the nearest words,
// facts, other observations, and what is out of use.
class NearFacts {
 public:
  explicit NearFacts(const Run& run) : run_(run) {}
  Result<engine::FactCandidate> candidate(const WeighedFact& fact);

 private:
  Result<const index::RowSet*> rows_of(const std::string& model);
  [[nodiscard]] std::string about(const format::Node& node) const;

  const Run& run_;
  std::map<std::string, index::RowSet> rows_;  // by model
};

}  // namespace pyramid::ops
