// Each model with what stands below it: what `models` and `model` both tell.
#pragma once

#include "ops/nodes/working_set.hpp"
#include "pyramid/models.hpp"

#include <map>
#include <string>
#include <unordered_set>

namespace pyramid::ops {

struct ModelLines {
  std::map<std::string, ModelLine> by_name;
  std::unordered_set<Ulid> held;  // by a summary
};
Result<ModelLines> model_lines(const WorkingSet& memory);

}  // namespace pyramid::ops
