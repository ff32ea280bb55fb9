#include "engine/grounding/elsewhere.hpp"

#include <algorithm>
#include <cstddef>

namespace pyramid::engine::grounding {

namespace {

// What a clause says beside those in it that it is said of.
std::size_t things_beside_persons(const Clause& clause) {
  const auto plain = std::count_if(clause.stems.begin(), clause.stems.end(), [&](std::uint32_t s) {
    return std::none_of(clause.names.begin(), clause.names.end(),
                        [&](const Name& name) { return name.stem == s; }) &&
           std::none_of(clause.kin.begin(), clause.kin.end(),
                        [&](const Kin& kin) { return kin.stem == s; });
  });
  return static_cast<std::size_t>(plain) + clause.amounts.size();
}

}  // namespace

bool is_elsewhere(const Facts& facts, const Cover& cover, Stems without, const void* thing,
                  const ClauseTest& has, const ClauseTest& other) {
  const std::size_t things = cover.things_without(without, thing);
  if (things == 0) return false;
  double with = 0;
  double instead = 0;
  for (std::size_t i = 0; i < facts.all.size(); ++i) {
    const Clause& clause = facts.all[i].clause;
    const double share = cover.share(i, clause, without, thing);
    if (share <= std::min(with, instead)) continue;
    // A single word in common is enough only where nothing else is said.
    const bool alike = things > 1 || things_beside_persons(clause) <= 1;
    if (has(clause)) {
      with = std::max(with, share);
    } else if (share > instead && alike && other(clause)) {
      instead = share;
    }
  }
  return instead >= kSaysIt && instead > with + kMore;
}

}  // namespace pyramid::engine::grounding
