// How long a text may be that has words of a person's in it.
#pragma once

#include "engine/engine.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace pyramid::ops {

// Bytes for a text that keeps `kept` in front and reads these sources. What a person wrote into the
// sources is told before all else, so it has room of its own, up to half of `budget`: else a
// sentence put in anywhere would push a lasting fact out of each text above it. Pure.
std::size_t budget_with_own_words(std::string_view kept,
                                  std::span<const engine::SourceText> sources, std::int64_t budget);

}  // namespace pyramid::ops
