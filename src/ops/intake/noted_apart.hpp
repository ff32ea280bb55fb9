// Facts that two machines noted apart, once a merge has brought them together.
#pragma once

#include "ops/run/run.hpp"

namespace pyramid::ops {

// Of what the merges since the last sync brought, each side is held against the other: where one
// fact makes another untrue, the older goes out of use, as where one machine had noted both. What
// one side had decided of its own facts stays as it is. A function of the commits and files, so
// that machines which merge alike come to the same. Without git nothing is compared.
Status compare_noted_apart(Run& run);

}  // namespace pyramid::ops
