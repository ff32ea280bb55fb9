#include "engine/grounding/mixing.hpp"

#include "engine/grounding/alike.hpp"
#include "engine/grounding/elsewhere.hpp"
#include "engine/grounding/moments.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pyramid::engine::grounding {

namespace {

bool is_in(const Part& part, std::size_t at) { return part.begin <= at && at < part.end; }

// Whether a value of the part, of those listed, is one that the claim follows from.
template <typename Value>
bool tells(const Part& part, const std::vector<Value>& values, const Value& claim) {
  return std::any_of(values.begin(), values.end(),
                     [&](const Value& one) { return is_in(part, one.at) && follows(claim, one); });
}

// Whether the part has another value of the same sort, which the clause does not have.
bool tells_another(const Part& part, const Clause& fact, const Clause& clause,
                   const Amount& claim) {
  return std::any_of(fact.amounts.begin(), fact.amounts.end(), [&](const Amount& one) {
    const bool alike = one.unit == claim.unit && one.ordinal == claim.ordinal &&
                       (one.unit != 0 || one.noun == claim.noun || claim.noun == 0);
    return is_in(part, one.at) && alike &&
           std::none_of(clause.amounts.begin(), clause.amounts.end(),
                        [&](const Amount& said) { return follows(said, one); });
  });
}
bool tells_another(const Part& part, const Clause& fact, const Clause& clause, const Moment&) {
  return std::any_of(fact.moments.begin(), fact.moments.end(), [&](const Moment& one) {
    return is_in(part, one.at) &&
           std::none_of(clause.moments.begin(), clause.moments.end(),
                        [&](const Moment& said) { return follows(said, one); });
  });
}
bool tells_another(const Part& part, const Clause& fact, const Clause& clause, const Clock&) {
  return std::any_of(fact.clocks.begin(), fact.clocks.end(), [&](const Clock& one) {
    return is_in(part, one.at) &&
           std::none_of(clause.clocks.begin(), clause.clocks.end(),
                        [&](const Clock& said) { return follows(said, one); });
  });
}

// How much of what the clause says beside the claim is the part's own.
template <typename Value>
std::size_t own_of(const Part& part, const Clause& fact, const Clause& clause, const Value& claim) {
  const auto other = [&](const auto& one) {
    return static_cast<const void*>(&one) != static_cast<const void*>(&claim);
  };
  std::size_t own = 0;
  for (const std::uint32_t stem : clause.stems) {
    own += std::find(part.own.begin(), part.own.end(), stem) == part.own.end() ? 0U : 1U;
  }
  for (const Amount& one : clause.amounts) {
    own += other(one) && tells(part, fact.amounts, one) ? 1U : 0U;
  }
  for (const Moment& one : clause.moments) {
    own += other(one) && tells(part, fact.moments, one) ? 1U : 0U;
  }
  for (const Clock& one : clause.clocks) {
    own += other(one) && tells(part, fact.clocks, one) ? 1U : 0U;
  }
  return own;
}

// Whether the fact has the claim in a part of which the clause says nothing else, and another value
// in one of which it does.
template <typename Value>
bool is_mixed(const Clause& fact, const std::vector<Value>& values, const Clause& clause,
              const Value& claim) {
  bool told = false;
  bool another = false;
  for (const Part& part : fact.parts) {
    const std::size_t own = own_of(part, fact, clause, claim);
    if (tells(part, values, claim)) {
      if (own > 0) return false;
      told = true;
    } else if (own > 0 && tells_another(part, fact, clause, claim)) {
      another = true;
    }
  }
  return told && another;
}

bool is_claim(const Amount& one) { return !one.idle; }
bool is_claim(const Moment& one) { return !one.lead_in; }
bool is_claim(const Clock&) { return true; }

// The first value of the clause that is mixed up, unless another fact says it as it is.
template <typename Value>
const Value* first_mixed(std::vector<Value> Clause::* values, const Clause& clause,
                         const Facts& facts, const Cover& cover) {
  for (const Value& claim : clause.*values) {
    if (!is_claim(claim)) continue;
    bool mixed = false;
    bool right = false;
    for (std::size_t i = 0; i < facts.all.size(); ++i) {
      const Clause& fact = facts.all[i].clause;
      const std::vector<Value>& there = fact.*values;
      if (cover.share(i, fact) < kSaysIt) continue;
      const bool told = std::any_of(there.begin(), there.end(),
                                    [&](const Value& one) { return follows(claim, one); });
      if (told) (is_mixed(fact, there, clause, claim) ? mixed : right) = true;
    }
    if (mixed && !right) return &claim;
  }
  return nullptr;
}

}  // namespace

std::optional<Violation> mixed_up(const Clause& clause, const Facts& facts, const Cover& cover) {
  const auto none = [](const Fact& fact) { return fact.clause.parts.empty(); };
  if (std::all_of(facts.all.begin(), facts.all.end(), none)) return std::nullopt;
  if (const Amount* one = first_mixed(&Clause::amounts, clause, facts, cover)) {
    return Violation{Fault::kNumber, one->shown, true};
  }
  if (const Moment* one = first_mixed(&Clause::moments, clause, facts, cover)) {
    return Violation{Fault::kDate, one->shown, true};
  }
  if (const Clock* one = first_mixed(&Clause::clocks, clause, facts, cover)) {
    return Violation{Fault::kDate, one->shown, true};
  }
  return std::nullopt;
}

}  // namespace pyramid::engine::grounding
