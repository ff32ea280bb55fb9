// The inner loop of the vector scan, for the processor at hand.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pyramid::index {

// Exact integer dot product of two int8 vectors; every version gives the same number.
using DotProduct = std::int32_t (*)(const std::int8_t*, const std::int8_t*, std::size_t);
DotProduct dot_product();

}  // namespace pyramid::index
