// What the facts of each model say, held against what may become one.
#pragma once

#include "ops/nodes/working_set.hpp"
#include "pyramid/result.hpp"

#include <map>
#include <set>
#include <string>

namespace pyramid::ops {

// What a fact says, equal for texts that say the same (engine::read_meaning()): another name,
// number, day, order of words or "not" is another fact.
std::string meaning_of_fact(const WorkingSet& memory, const format::Node& fact);

class KnownTexts {
 public:
  // Of the facts in use.
  Status load(const WorkingSet& memory);
  void add(const std::string& model, std::string meaning);
  [[nodiscard]] bool say(const std::string& model, const std::string& meaning) const;

 private:
  std::map<std::string, std::set<std::string>> by_model_;
};

}  // namespace pyramid::ops
