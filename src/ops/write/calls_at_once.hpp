// How many calls of an engine go out at once, and how many threads are at work on them.
#pragma once

#include "format/settings.hpp"
#include "ops/calls/services.hpp"
#include "ops/run/run.hpp"

#include <functional>

namespace pyramid::ops {

// As worker_count(), and from now on no more calls than that are with a language model's server at
// once.
unsigned limit_calls(const Services& services, unsigned asked, const format::Settings& settings);

// Does the work of an engine's tasks; what was written before goes to the disk while they wait for
// their answers, or first where nobody waits. The work may read the memory, and put nothing.
Status while_flushing(Run& run, const std::function<void()>& work);
// Then, still beside the work, index and git take in what was written (ops/run/ahead.hpp): for
// files that are not soon written again.
Status while_taking_in(Run& run, const std::function<void()>& work);

// Threads for the tasks of an engine: twice its calls at once, or nearly, where these wait for a
// server. So the next questions are put together before answers come, and these are looked at
// beside the next calls.
unsigned threads_of(const Run& run);

}  // namespace pyramid::ops
