#include "plan/fact_index.hpp"

#include <algorithm>
#include <tuple>

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
  return std::tie(a->tier, a->model, a->digest, a->inputs, a->edited, a->start, a->end,
                  a->sources) <
         std::tie(b->tier, b->model, b->digest, b->inputs, b->edited, b->start, b->end, b->sources);
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

FactIndex::FactIndex(const Facts& facts) {
  observations.reserve(facts.observations.size());
  for (const ObservationFact& fact : facts.observations) {
    if (fact.active && !fact.model.empty()) observations.push_back(&fact);
  }
  summaries.reserve(facts.summaries.size());
  for (const SummaryFact& fact : facts.summaries) summaries.push_back(&fact);
  put_in_order(observations, observation_at);
  put_in_order(summaries, summary_at);
}

}  // namespace pyramid::plan
