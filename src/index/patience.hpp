// How long an index is waited for.
#pragma once

#include "index/index.hpp"

#include <chrono>

namespace pyramid::index {

// Has the index give up with kConflict when another process still writes it after this time; ten
// seconds unless told.
void set_patience(Index& index, std::chrono::milliseconds patience);

}  // namespace pyramid::index
