// How good a ranking is: recall, hits, nDCG, reciprocal rank; and how sure that is.
#pragma once

#include "pyramid/evaluate.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace pyramid::search {

// One question: what was found, best first, each once, and what should have been.
struct Ranking {
  std::vector<std::string> found, sessions;
  std::vector<std::string> wanted, wanted_sessions;  // not empty, each once
};
Measures measure(const Ranking& ranking);

Measures mean(std::span<const Measures> questions);

// The bounds of 95 % of 1,000 means of samples drawn with replacement: of the groups, or, of a
// single group, of its questions. The same on every machine. REQUIRES: a question.
struct Bounds {
  Measures low, high;
};
Bounds bootstrap(std::span<const std::vector<Measures>> groups);

}  // namespace pyramid::search
