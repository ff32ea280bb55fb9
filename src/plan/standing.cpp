#include "plan/standing.hpp"

#include "plan/room.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <tuple>

namespace pyramid::plan {

namespace {

constexpr int kLift = 2;  // what holds for good weighs more than its importance, other facts less
constexpr int kPromotedLift = 20;    // above all that is not promoted
constexpr std::int64_t kBytes = 99;  // of room for each: what has no place is told elsewhere

int weight_of(const FactIndex::Observation& fact) { return weight_of(fact.importance, fact.holds); }

// What took the place of an observation, and of that, …: the last one; kNone where that is not
// there.
FactIndex::Number last_successor(const FactIndex& facts, FactIndex::Number number) {
  const std::map<FactIndex::Number, Ulid>& successors = facts.successors();
  for (std::size_t steps = 0; steps < successors.size();
       ++steps) {  // a person may link in a circle
    const auto next = successors.find(number);
    if (next == successors.end()) return number;
    number = facts.number_of_observation(next->second);
  }
  return successors.contains(number) ? FactIndex::kNone : number;
}

// What takes the place of a fact that is told whatever its age weighs as much: where somebody
// lives now, though "I moved" tells of a day.
std::map<FactIndex::Number, int> inherited_weights(const FactIndex& facts) {
  std::map<FactIndex::Number, int> weights;
  for (const auto& [number, by] : facts.successors()) {
    const int weight = weight_of(facts.observation(number));
    if (weight < kLeastStanding) continue;
    const FactIndex::Number heir = last_successor(facts, number);
    if (heir != FactIndex::kNone) weights[heir] = std::max(weights[heir], weight);
  }
  return weights;
}

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
  const std::map<FactIndex::Number, int> inherited = inherited_weights(facts);
  const auto weight = [&](FactIndex::Number number) {
    const auto found = inherited.find(number);
    return std::max(weight_of(facts.observation(number)),
                    found == inherited.end() ? 0 : found->second);
  };
  FactIndex::Numbers found;
  for (FactIndex::Number i = 0; i < facts.observation_numbers(); ++i) {
    const bool counts = facts.standing(i).model != FactIndex::kNone;
    if (counts && weight(i) >= kLeastStanding) found.push_back(i);
  }
  const auto order = [&](FactIndex::Number number) {
    const FactIndex::Observation& fact = facts.observation(number);
    const bool others = !is_base[facts.standing(number).model];
    return std::tuple(-weight(number), others, fact.at.seconds, fact.id);
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
