// What the facts of each model say, held against what may become one.
#pragma once

#include "engine/engine.hpp"
#include "ops/nodes/working_set.hpp"
#include "pyramid/result.hpp"

#include <map>
#include <string>
#include <vector>

namespace pyramid::ops {

// A text as it is compared: what differs in a number differs.
struct ComparedText {
  std::vector<float> vector;
  std::vector<std::string> numbers;
};
Result<ComparedText> compared(engine::Embedder& embedder, const std::string& text);
bool say_the_same(const ComparedText& a, const ComparedText& b);

class KnownTexts {
 public:
  // Of the facts in use.
  Status load(const WorkingSet& memory, engine::Embedder& embedder);
  void add(const std::string& model, ComparedText text);
  [[nodiscard]] bool say(const std::string& model, const ComparedText& text) const;

 private:
  std::map<std::string, std::vector<ComparedText>> by_model_;
};

}  // namespace pyramid::ops
