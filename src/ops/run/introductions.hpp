// Who a model is to the user, as far as facts say so that hold for good and are the user's own.
#pragma once

#include "ops/nodes/working_set.hpp"
#include "plan/plan.hpp"

namespace pyramid::ops {

// Of what stands under `## Always` and belongs to a base model, the facts whose text has the title
// or another name of a model. Reads these files, which are few whatever the memory's size.
plan::Introductions introductions_in(const WorkingSet& memory, const plan::FactIndex& facts);

}  // namespace pyramid::ops
