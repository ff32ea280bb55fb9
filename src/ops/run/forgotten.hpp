// What was forgotten is taken out wherever it comes from.
#pragma once

#include "ops/nodes/working_set.hpp"
#include "ops/run/tombstones.hpp"
#include "pyramid/result.hpp"

#include <cstddef>
#include <set>

namespace pyramid::ops {

struct Run;

// Says of the turns that what was noted from them goes too, but for what is known here and stays:
// of those alone of which it was not said. Not flushed.
Status bury_notes_of_turns(Run& run, const Forgotten& forgotten);

// Takes out of the memory what is forgotten and stands there: nodes go, turns lose their words,
// conversations their titles. How many; 0 = there was nothing, and nothing is written. Not flushed.
Result<std::size_t> take_out(WorkingSet& memory, const Forgotten& forgotten);
// Takes the links to such nodes out of tasks, as far as a line says no more than its link, and out
// of `superseded_by`, whose id stays.
// REQUIRES: the nodes are there, or gone since the index was read. Of how many files. Not flushed.
Result<std::size_t> unlink_from(Run& run, const std::set<Ulid>& gone);
// take_out() of all that was ever forgotten here, noted among the run's steps.
Status apply_forgotten(Run& run);

}  // namespace pyramid::ops
