#include "engine/grounding/cover.hpp"

#include "engine/grounding/alike.hpp"
#include "engine/grounding/holds.hpp"
#include "engine/grounding/moments.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::engine::grounding {

template <typename Test>
void Cover::add(const void* thing, const Facts& facts, const Test& test) {
  Other other{thing, std::vector<bool>(facts.all.size())};
  for (std::size_t i = 0; i < facts.all.size(); ++i) {
    other.held[i] = test(facts.all[i].clause);
    if (other.held[i]) ++counts_[i];
  }
  others_.push_back(std::move(other));
}

Cover::Cover(const Clause& clause, const Facts& facts)
    : clause_(clause), counts_(facts.all.size()) {
  for (const std::uint32_t stem : clause.stems) {
    const auto place = facts.by_stem.find(stem);
    if (place == facts.by_stem.end()) continue;
    for (const std::size_t fact : place->second) ++counts_[fact];
  }
  for (const Amount& claim : clause.amounts) {
    if (claim.idle) continue;
    add(&claim, facts, [&](const Clause& fact) {
      return std::any_of(fact.amounts.begin(), fact.amounts.end(),
                         [&](const Amount& one) { return follows(claim, one); });
    });
  }
  for (const Moment& claim : clause.moments) {
    if (claim.lead_in) continue;
    add(&claim, facts, [&](const Clause& fact) {
      return std::any_of(fact.moments.begin(), fact.moments.end(),
                         [&](const Moment& one) { return follows(claim, one); });
    });
  }
}

std::size_t Cover::things_without(Stems stems, const void* thing) const {
  const bool other = std::any_of(others_.begin(), others_.end(),
                                 [&](const Other& one) { return one.thing == thing; });
  const auto without = std::count_if(
      stems.begin(), stems.end(), [&](std::uint32_t stem) { return holds(clause_.stems, stem); });
  return clause_.stems.size() + others_.size() - static_cast<std::size_t>(without) -
         (other ? 1 : 0);
}

std::size_t Cover::count(std::size_t fact, const Clause& of, Stems without,
                         const void* thing) const {
  std::size_t count = counts_[fact];
  for (const std::uint32_t stem : without) {
    if (holds(clause_.stems, stem) && holds(of.stems, stem)) --count;
  }
  for (const Other& one : others_) {
    if (one.thing == thing && one.held[fact]) --count;
  }
  return count;
}

double Cover::share(std::size_t fact, const Clause& of, Stems without, const void* thing) const {
  const std::size_t things = things_without(without, thing);
  if (things == 0) return 0;
  return static_cast<double>(count(fact, of, without, thing)) / static_cast<double>(things);
}

}  // namespace pyramid::engine::grounding
