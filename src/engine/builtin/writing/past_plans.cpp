#include "engine/builtin/writing/past_plans.hpp"

#include "engine/builtin/writing/standing.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace pyramid::engine::builtin::writing {
namespace {

// "closed on 30 June" would say that it did.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kPasts = {
    {{"is", "was"}, {"are", "were"}, {"has", "had"}, {"wants", "wanted"}, {"plans", "planned"}}};

Fact told_after(const Fact& fact, Date day) {
  const auto past = std::find_if(kPasts.begin(), kPasts.end(),
                                 [&](const auto& one) { return one.first == fact.verb; });
  const bool opens = past != kPasts.end() && fact.predicate.starts_with(fact.verb);
  if (!opens || fact.by_hand || !is_over(fact, day)) return fact;
  const std::string rest = fact.predicate.substr(fact.verb.size());
  Fact told = make_fact(fact.subject + " " + std::string(past->second) + rest + ".", fact.at);
  told.dated = fact.dated;
  told.importance = fact.importance;
  told.source = fact.source;
  return told;
}

}  // namespace

std::vector<Fact> told_after(std::span<const Fact> facts, Date day) {
  std::vector<Fact> told;
  told.reserve(facts.size());
  for (const Fact& fact : facts) told.push_back(told_after(fact, day));
  return told;
}

}  // namespace pyramid::engine::builtin::writing
