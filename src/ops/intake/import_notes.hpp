// What another program has summed up by itself: a note, never a statement of the person.
#pragma once

#include "ops/run/run.hpp"
#include "pyramid/import.hpp"

namespace pyramid::ops {

// Claude's memory, where the source is an export that carries it: writes notes/claude-memory.md,
// over what an earlier import wrote there; without its secrets, and in quarantine where it speaks
// to the assistant. What a person changed or wrote there is theirs: then it is told in `report` and
// left as it is.
Status import_notes(Run& run, const ImportOptions& options, ImportReport& report);
// The same for a dry run: adds to the run's steps, writes nothing.
Status plan_notes(Run& run, const ImportOptions& options, ImportReport& report);

}  // namespace pyramid::ops
