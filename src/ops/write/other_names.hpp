// Observations and summaries that name their model by another name of it.
#pragma once

#include "ops/run/run.hpp"

namespace pyramid::ops {

// Whether anything is said of the model: an observation in use, or a summary.
bool has_texts(const plan::FactIndex& facts, plan::FactIndex::Number model);

// What was taken from the words of somebody who by now is known to be the user becomes the user's.
//
// Those whose `model` has no file, and is among the `aliases` of just one model, get that one:
// "daughter" becomes "mia", and "assistant" becomes "self" where the assistant is called so, and
// the other way round. A step for each. Not flushed: a dry run uses it too. Costs a look at the
// models where all names are known.
Status follow_other_names(Run& run);

}  // namespace pyramid::ops
