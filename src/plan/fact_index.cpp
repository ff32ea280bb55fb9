#include "plan/fact_index.hpp"

#include "plan/inputs.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

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
  return std::tie(a->tier, a->model, a->digest, a->inputs, a->edited, a->start, a->end, a->count,
                  a->sources, a->policy, a->struck,
                  a->gone) < std::tie(b->tier, b->model, b->digest, b->inputs, b->edited, b->start,
                                      b->end, b->count, b->sources, b->policy, b->struck, b->gone);
}

// Those that count, in order.
template <typename Fact, typename Counts>
std::vector<const Fact*> each_once(const std::vector<Fact>& facts, const Counts& counts) {
  std::vector<const Fact*> chosen;
  chosen.reserve(facts.size());
  for (const Fact& fact : facts) {
    if (counts(fact)) chosen.push_back(&fact);
  }
  const auto order = [](const Fact* a, const Fact* b) { return before(a, b); };
  if (!std::is_sorted(chosen.begin(), chosen.end(), order)) {
    std::sort(chosen.begin(), chosen.end(), order);
  }
  IdMap seen(chosen.size());
  std::erase_if(chosen, [&](const Fact* fact) { return !seen.insert(fact->id, 0); });
  return chosen;
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

FactIndex::FactIndex(const Facts& facts) : homes(facts.models) {
  const auto in_use = [](const ObservationFact& one) { return one.active && !one.model.empty(); };
  const auto any = [](const SummaryFact&) { return true; };
  for (const ObservationFact* fact : each_once(facts.observations, in_use)) put(*fact);
  const auto was_replaced = [](const ObservationFact& one) {
    return !one.active && !one.superseded_by.is_zero();
  };
  for (const ObservationFact* fact : each_once(facts.observations, was_replaced)) {
    if (!observation_at_.find(fact->id)) put(*fact);
  }
  for (const SummaryFact* fact : each_once(facts.summaries, any)) put(*fact);
  settle();
}

void FactIndex::reserve(std::size_t observations) {
  observations_.reserve(observations);
  standings_.reserve(observations);
  observation_at_ = IdMap(observations);
}

FactIndex::Number FactIndex::model_number(std::string_view name) {
  const auto [place, added] =
      model_at_.emplace(std::string(name), static_cast<Number>(models_.size()));
  if (added) models_.push_back({std::string(name), {}, true});
  return place->second;
}

FactIndex::Number FactIndex::place_for_observation(const Ulid& id) {
  const auto next = static_cast<Number>(observations_.size());
  const Number number = observation_at_.place(id, next);
  if (number == next) {
    observations_.emplace_back().id = id;
    standings_.emplace_back();
  }
  return number;
}

FactIndex::Number FactIndex::number_of_summary(const Ulid& id) {
  const auto next = static_cast<Number>(summaries_.size());
  const Number number = summary_at_.place(id, next);
  if (number == next) summaries_.emplace_back().id = id;
  return number;
}

FactIndex::Number FactIndex::number_of(const Ulid& id) const {
  const auto known = summary_at_.find(id);
  return known && summaries_[*known].exists ? *known : kNone;
}

FactIndex::Number FactIndex::number_of_observation(const Ulid& id) const {
  return observation_at_.find(id).value_or(kNone);
}

const FactIndex::Summary* FactIndex::find_summary(const Ulid& id) const {
  const Number number = number_of(id);
  return number == kNone ? nullptr : &summaries_[number];
}

std::vector<Ulid> FactIndex::readers_of(const Ulid& id) const {
  std::vector<Ulid> found;
  const auto follow = [&](Number reader) {
    for (; reader != kNone; reader = readers_[reader].next) {
      found.push_back(summaries_[readers_[reader].summary].id);
    }
  };
  if (const auto number = observation_at_.find(id)) follow(observations_[*number].reader);
  if (const auto number = summary_at_.find(id)) follow(summaries_[*number].reader);
  return found;
}

void FactIndex::put(const ObservationFact& fact) {
  const Number number = place_for_observation(fact.id);
  if (fact.active || fact.superseded_by.is_zero()) {
    successors_.erase(number);
  } else {
    successors_.insert_or_assign(number, fact.superseded_by);
  }
  place(number, fact.active && !fact.model.empty() ? model_number(fact.model) : kNone, fact.at);
  Observation& own = observations_[number];
  own.importance = static_cast<std::int8_t>(fact.importance);
  own.holds = fact.holds;
  own.bytes = static_cast<std::uint16_t>(std::min<std::int64_t>(fact.bytes, UINT16_MAX));
  if (own.digest == fact.digest) return;
  own.digest = fact.digest;
  make_readers_stale(own.reader);
}

// Moves it to its model; the lists are put in order later.
void FactIndex::place(Number observation, Number model, Time at) {
  Observation& own = observations_[observation];
  Standing& standing = standings_[observation];
  if (standing.model == model && own.at == at) return;
  const Number old = std::exchange(standing.model, model);
  own.at = at;
  if (old != kNone) models_[old].in_order = false;
  if (model == kNone || model == old) return;
  Model& home = models_[model];
  if (home.in_order && !home.observations.empty()) {
    const Observation& last = observations_[home.observations.back()];
    home.in_order = std::tie(last.at, last.id) < std::tie(own.at, own.id);
  }
  standing.rank = static_cast<Number>(home.observations.size());
  home.observations.push_back(observation);
}

void FactIndex::put(const SummaryFact& fact) {
  const Number number = number_of_summary(fact.id);
  const Number model = model_number(fact.model);
  Numbers sources;
  sources.reserve(fact.sources.size());
  for (const Ulid& id : fact.sources) {
    sources.push_back(fact.tier == 0 ? place_for_observation(id) : number_of_summary(id));
  }
  link(number, fact.tier, std::move(sources));
  Summary& own = summaries_[number];
  const std::optional<Policy> policy = policy_named(fact.policy);
  listed_again_ = listed_again_ || !own.exists || own.model != model || own.tier != fact.tier ||
                  own.policy != policy;
  own.exists = true;
  own.model = model;
  own.tier = fact.tier;
  own.start = fact.start;
  own.end = fact.end;
  own.count = fact.count;
  own.inputs = fact.inputs;
  own.policy = policy;
  own.edited = fact.edited;
  own.struck = fact.struck;
  own.own = fact.own;
  own.made_by = fact.made_by;
  own.gone = fact.gone;
  own.bytes = fact.bytes;
  if (own.digest == fact.digest) return;
  own.digest = fact.digest;
  make_readers_stale(own.reader);
}

void FactIndex::link(Number summary, int tier, Numbers sources) {
  Summary& own = summaries_[summary];
  if (own.exists && own.tier == tier && own.sources == sources) return;
  for (const Number source : sources) {
    Number& first = tier == 0 ? observations_[source].reader : summaries_[source].reader;
    readers_.push_back({summary, first});
    first = static_cast<Number>(readers_.size() - 1);
  }
  own.sources = std::move(sources);
  make_stale(summary);
}

void FactIndex::remove(const Ulid& id) {
  if (const auto number = observation_at_.find(id)) {
    place(*number, kNone, observations_[*number].at);
    successors_.erase(*number);
  }
  const auto number = summary_at_.find(id);
  if (!number || !summaries_[*number].exists) return;
  Summary& own = summaries_[*number];
  own.exists = false;
  own.digest = {};
  make_readers_stale(own.reader);
  listed_again_ = true;
}

void FactIndex::make_stale(Number summary) {
  if (std::exchange(summaries_[summary].stale, true)) return;
  stale_.push_back(summary);
}

// Some of the chain may list the source no more; to look at them does no harm.
void FactIndex::make_readers_stale(Number reader) {
  for (; reader != kNone; reader = readers_[reader].next) make_stale(readers_[reader].summary);
}

void FactIndex::settle() {
  for (Model& model : models_) {
    if (!model.in_order) put_in_order(model);
  }
  if (std::exchange(listed_again_, false)) list_summaries();
  std::string buffer;
  for (const Number number : stale_) {
    Summary& summary = summaries_[number];
    InputsHasher hasher(buffer);
    for (const Number source : summary.sources) {
      if (summary.tier == 0) {
        hasher.add(observations_[source].id, observations_[source].digest);
      } else {
        hasher.add(summaries_[source].id, summaries_[source].digest);
      }
    }
    summary.listed = hasher.finish();
    summary.stale = false;
  }
  stale_.clear();
}

void FactIndex::put_in_order(Model& model) {
  const auto self = static_cast<Number>(&model - models_.data());
  Numbers& list = model.observations;
  std::erase_if(list, [&](Number one) { return standings_[one].model != self; });
  std::sort(list.begin(), list.end(), [&](Number a, Number b) {
    const Observation& left = observations_[a];
    const Observation& right = observations_[b];
    return left.at != right.at ? left.at < right.at : left.id < right.id;
  });
  list.erase(std::unique(list.begin(), list.end()), list.end());
  for (std::size_t i = 0; i < list.size(); ++i) standings_[list[i]].rank = static_cast<Number>(i);
  model.in_order = true;
}

void FactIndex::list_summaries() {
  by_id_.clear();
  for (Number number = 0; number < summaries_.size(); ++number) {
    if (summaries_[number].exists) by_id_.push_back(number);
  }
  std::sort(by_id_.begin(), by_id_.end(),
            [&](Number a, Number b) { return summaries_[a].id < summaries_[b].id; });
  counted_.clear();
  for (const Number number : by_id_) {
    const Summary& summary = summaries_[number];
    if (summary.policy != Policy::kCount) continue;
    counted_[summary.tier][summary.model].push_back(number);
  }
}

}  // namespace pyramid::plan
