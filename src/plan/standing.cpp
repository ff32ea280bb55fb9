#include "plan/standing.hpp"

#include "plan/room.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <tuple>

namespace pyramid::plan {

namespace {

constexpr int kLift = 2;  // what holds for good weighs more than its importance, other facts less
constexpr int kPromotedLift = 20;    // above all that is not promoted
constexpr std::int64_t kBytes = 99;  // of room for each: what has no place is told elsewhere

int weight_of(const FactIndex::Observation& fact) { return weight_of(fact.importance, fact.holds); }

}  // namespace

int weight_of(int importance, Holds holds) {
  if (holds == Holds::kPromoted) return importance + kPromotedLift;
  if (importance == 0 || holds == Holds::kNotJudged) return importance;
  return holds == Holds::kForGood ? importance + kLift : importance - kLift;
}

Holds holds_for_good(std::string_view fact) {
  if (fact.empty()) return Holds::kNotJudged;
  return fact == "lasting" || fact == "rule" ? Holds::kForGood : Holds::kForNow;
}

FactIndex::Numbers standing_facts(const FactIndex& facts, const Rules& rules) {
  std::vector<bool> is_base;
  for (const auto& [name, model] : facts.models()) {
    is_base.resize(std::max<std::size_t>(is_base.size(), model + 1));
    is_base[model] = rules.is_base(name);
  }
  FactIndex::Numbers found;
  for (FactIndex::Number i = 0; i < facts.observation_numbers(); ++i) {
    const bool counts = facts.standing(i).model != FactIndex::kNone;
    if (counts && weight_of(facts.observation(i)) >= kLeastStanding) found.push_back(i);
  }
  const auto order = [&](FactIndex::Number number) {
    const FactIndex::Observation& fact = facts.observation(number);
    const bool others = !is_base[facts.standing(number).model];
    return std::tuple(-weight_of(fact), others, fact.at.seconds, fact.id);
  };
  const auto most =
      static_cast<std::ptrdiff_t>(share_of(facts, rules, kUser, kAlwaysSection) / kBytes);
  const auto last = found.begin() + std::min(most, std::ssize(found));
  std::partial_sort(found.begin(), last, found.end(),
                    [&](auto a, auto b) { return order(a) < order(b); });
  found.erase(last, found.end());
  return found;
}

}  // namespace pyramid::plan
