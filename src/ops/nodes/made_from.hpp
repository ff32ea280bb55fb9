// Which generated texts of the memory were made from given nodes, in however many steps.
#pragma once

#include "ops/nodes/working_set.hpp"
#include "pyramid/forget.hpp"

#include <set>
#include <vector>

namespace pyramid::ops {

struct MadeFrom {
  std::vector<Ulid> summaries;
  std::vector<ForgottenPlace> places;  // of these and of sections, as "summary" and "section"
};
// By the links of the files as they are.
Result<MadeFrom> made_from(const WorkingSet& memory, const std::set<Ulid>& nodes);

}  // namespace pyramid::ops
