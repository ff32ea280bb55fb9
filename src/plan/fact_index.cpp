#include "plan/fact_index.hpp"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace pyramid::plan {

namespace {

// Of two facts with one id the first in this order counts: any will do that no file order changes.
bool before(const ObservationFact* a, const ObservationFact* b) {
  if (a->at != b->at) return a->at < b->at;
  if (a->id != b->id) return a->id < b->id;
  return std::tie(a->model, a->digest) < std::tie(b->model, b->digest);
}

bool before(const SummaryFact* a, const SummaryFact* b) {
  if (a->id != b->id) return a->id < b->id;
  return std::tie(a->tier, a->model, a->digest, a->inputs, a->edited, a->start, a->end, a->sources,
                  a->policy) < std::tie(b->tier, b->model, b->digest, b->inputs, b->edited,
                                        b->start, b->end, b->sources, b->policy);
}

template <typename Fact>
void put_in_order(std::vector<const Fact*>& facts, IdMap& at) {
  const auto order = [](const Fact* a, const Fact* b) { return before(a, b); };
  if (!std::is_sorted(facts.begin(), facts.end(), order)) {
    std::sort(facts.begin(), facts.end(), order);
  }
  at = IdMap(facts.size());
  std::uint32_t position = 0;
  std::erase_if(facts, [&](const Fact* fact) {
    const bool first = at.insert(fact->id, position);
    if (first) ++position;
    return !first;
  });
}

}  // namespace

const char* name_of(Policy policy) { return policy == Policy::kCalendar ? "calendar" : "count"; }

std::optional<Policy> policy_named(std::string_view name) {
  if (name.empty()) return Policy::kCount;
  for (const Policy policy : {Policy::kCount, Policy::kCalendar}) {
    if (name == name_of(policy)) return policy;
  }
  return std::nullopt;
}

bool Rules::is_base(std::string_view model) const {
  return std::find(base_models.begin(), base_models.end(), model) != base_models.end();
}

FactIndex::FactIndex(const Facts& facts) {
  observations.reserve(facts.observations.size());
  for (const ObservationFact& fact : facts.observations) {
    if (fact.active && !fact.model.empty()) observations.push_back(&fact);
  }
  summaries.reserve(facts.summaries.size());
  for (const SummaryFact& fact : facts.summaries) summaries.push_back(&fact);
  put_in_order(observations, observation_at);
  put_in_order(summaries, summary_at);
  rank.reserve(observations.size());
  std::unordered_map<std::string_view, Positions*> known;  // found faster than in the map
  for (std::uint32_t i = 0; i < observations.size(); ++i) {
    const std::string_view model = observations[i]->model;
    const auto [place, added] = known.emplace(model, nullptr);
    if (added) place->second = &by_model[model];
    rank.push_back(static_cast<std::uint32_t>(place->second->size()));
    place->second->push_back(i);
  }
}

}  // namespace pyramid::plan
