// One step of a multiplicative hash: tells strangers and damage apart, not enemies.
#pragma once

#include <cstdint>

namespace pyramid::index {

inline std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9E37'79B9'7F4A'7C15U;
  return hash ^ (hash >> 32U);
}

}  // namespace pyramid::index
