// Generated text where its model lives no more, after another choice of base models: sections of
// MEMORY.md, and files in models/ of what has come to live in MEMORY.md; and of somebody who turned
// out to be the user.
#pragma once

#include "ops/run/run.hpp"

namespace pyramid::ops {

// Takes it away, with a step for each; what a person wrote stays where it is. A file in which that
// is nothing goes. Not flushed. Nothing while a home cannot be read (ops/run/hindered.hpp).
Status end_left_homes(Run& run);

}  // namespace pyramid::ops
