#include "engine/grounding/alike.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

namespace pyramid::engine::grounding {

namespace {

bool ordinal_alike(const Amount& claim, const Amount& fact) {
  if (claim.ordinal == fact.ordinal) return true;
  const auto meets = [](std::uint32_t a, std::uint32_t b) { return a != 0 && a == b; };
  return meets(claim.noun, fact.owner) || meets(claim.owner, fact.noun) ||
         meets(claim.noun, fact.noun) ||
         (claim.ordinal && fact.noun == 0 && fact.unit == 0);  // "turned 90", "the 90th birthday"
}

// "14 days" of "two weeks", "4,500 g" of "4.5 kg".
bool same_measure(const Amount& claim, const Amount& fact) {
  const Measure one = measure_of(claim.unit);
  const Measure other = measure_of(fact.unit);
  const bool same_rate = claim.rate == 0 || fact.rate == 0 || claim.rate == fact.rate;
  return one.sort != 0 && one.sort == other.sort && same_rate && !claim.ordinal && !fact.ordinal &&
         same_value(claim.value * one.size, fact.value * other.size);
}

}  // namespace

bool same_value(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b)); }

bool counts_alike(const Amount& claim, const Amount& fact) {
  if (claim.rate != 0 && fact.rate != 0 && claim.rate != fact.rate) return false;
  if (claim.unit != 0 && fact.unit != 0) return claim.unit == fact.unit;
  return claim.unit == 0 || fact.noun == 0;
}

bool follows(const Amount& claim, const Amount& fact) {
  if (claim.unit != fact.unit && same_measure(claim, fact)) return true;
  return same_value(claim.value, fact.value) && counts_alike(claim, fact) &&
         ordinal_alike(claim, fact);
}

bool follows(const Clock& claim, const Clock& fact) {
  constexpr double kHalfDay = 12 * 3600;
  if (same_value(claim.seconds, fact.seconds)) {
    return claim.half == fact.half || claim.half == Clock::Half::kUnknown ||
           fact.half == Clock::Half::kUnknown;
  }
  const bool either = claim.half == Clock::Half::kUnknown || fact.half == Clock::Half::kUnknown;
  return either && same_value(std::abs(claim.seconds - fact.seconds), kHalfDay);
}

}  // namespace pyramid::engine::grounding
