// What a person wrote further down: it is theirs in each text above that tells it.
#pragma once

#include "engine/engine.hpp"
#include "ops/nodes/working_set.hpp"
#include "plan/fact_index.hpp"
#include "pyramid/result.hpp"

namespace pyramid::ops {

// As source_text(); of a summary also those sentences count as a person's that its text has from
// summaries below it which a person edited, however far down. Read anew each time and recorded
// nowhere: they are in those summaries' files, and only what the source says is told of them.
// `facts` are memory's; several threads may ask while nobody writes.
Result<engine::SourceText> source_with_own(const WorkingSet& memory, const plan::FactIndex& facts,
                                           const Ulid& id);

}  // namespace pyramid::ops
