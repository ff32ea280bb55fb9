// The weights behind kind_of(), linked into the program.
#pragma once

#include <string_view>

namespace pyramid::engine::builtin {

// text_kind.bin as it lies in the repository, little-endian: float32 scale of the weights, float32
// start of each kind, then of each bucket one int8 a kind.
std::string_view text_kind_weights();

}  // namespace pyramid::engine::builtin
