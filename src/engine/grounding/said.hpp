// What a whole sentence says, whichever of its clauses says it.
#pragma once

#include "engine/grounding/reading.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pyramid::engine::grounding {

// Borrows the clauses.
struct Said {
  std::vector<std::uint32_t> stems;  // names too
  std::vector<const Amount*> amounts;
  std::vector<const Moment*> moments;
  std::size_t listed = 0;  // names
  bool adds_up = false;    // "together", "in total"
};

Said read_said(std::span<const Clause> sentence, Words& words);

}  // namespace pyramid::engine::grounding
