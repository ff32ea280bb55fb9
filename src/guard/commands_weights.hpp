// The weights behind is_command(), linked into the program.
#pragma once

#include <string_view>

namespace pyramid::guard {

// commands.bin as it lies in the repository, little-endian: float32 scale of the weights, float32
// start, then an int8 of each bucket.
std::string_view commands_weights();

}  // namespace pyramid::guard
