// For commands that go through most of a large index.
#pragma once

#include "index/index.hpp"
#include "pyramid/result.hpp"

namespace pyramid::index {

// From now on nothing of the database is mapped: all of it would be, as memory of ours.
Status map_nothing(Index& index);

}  // namespace pyramid::index
