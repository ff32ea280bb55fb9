#include "plan/policies.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace pyramid::plan {

namespace {

// No tier covers more days than this, about a century: times before 1970 would end each bucket
// that holds them, however long, and so make tiers without end.
constexpr std::int64_t kMostDays = 36'525;

struct Source {
  Ulid id;
  Time start, end;
  std::int64_t count = 0;  // observations below
  FactIndex::Number observation = FactIndex::kNone;
};

// The buckets of one tier, counted in the zone's days from the Unix epoch.
struct Buckets {
  const Zone& zone;
  std::int64_t days = 1;

  [[nodiscard]] std::int64_t of(Time time) const {
    const std::int64_t day = day_number(zone.local(time));
    return day / days - (day % days < 0 ? 1 : 0);
  }
  // Its first day, as the midnight that it has in UTC: the same in every zone, for ids and names.
  [[nodiscard]] Time name_of(std::int64_t bucket) const {
    return Time{bucket * days * kSecondsPerDay};
  }
  [[nodiscard]] Time end_of(std::int64_t bucket) const {
    return zone.start_of(date_of_day((bucket + 1) * days));
  }
};

// Each tier's buckets, as long as they are not too long.
std::vector<Buckets> all_tiers(const Rules& rules) {
  const std::int64_t step = std::max(rules.step, 2);
  std::vector<Buckets> tiers;
  for (std::int64_t days = std::max(rules.span_days, 1); days <= kMostDays; days *= step) {
    tiers.push_back({rules.zone, days});
  }
  return tiers;
}

class Calendar {
 public:
  Calendar(const FactIndex& facts, const Rules& rules, Time now)
      : index_(facts), rules_(rules), now_(now) {}

  Grouping run() {
    Sources sources;
    for (const auto& [name, model] : index_.models()) {
      const FactIndex::Numbers& observations = index_.observations_of(model);
      if (observations.empty()) continue;
      std::vector<Source>& list = sources[name];
      for (const FactIndex::Number number : observations) {
        const FactIndex::Observation& fact = index_.observation(number);
        list.push_back({fact.id, fact.at, fact.at, 1, number});
      }
    }
    int tier = 0;
    for (const Buckets& buckets : all_tiers(rules_)) {
      Sources next;
      for (const auto& [model, list] : sources) {
        std::vector<Source> made = group_tier(model, tier, buckets, list);
        if (!made.empty()) next[model] = std::move(made);
      }
      if (next.empty()) break;
      sources = std::move(next);
      ++tier;
    }
    settle_the_rest();
    note_waiting();
    return std::move(grouping_);
  }

 private:
  using Sources = std::map<std::string_view, std::vector<Source>>;

  // One group for each run of sources in one bucket; they come in the order of time.
  std::vector<Source> group_tier(std::string_view model, int tier, const Buckets& buckets,
                                 const std::vector<Source>& sources) {
    std::vector<Source> made;
    for (auto from = sources.begin(); from != sources.end();) {
      const std::int64_t bucket = buckets.of(from->start);
      const auto to = std::find_if(
          from, sources.end(), [&](const Source& one) { return buckets.of(one.start) != bucket; });
      Group group;
      group.bucket = buckets.name_of(bucket);
      group.id = calendar_summary_id(model, tier, *group.bucket);
      group.number = index_.number_of(group.id);
      group.exists = group.number != FactIndex::kNone;
      // A machine whose clock is a little behind must not take back what another has written.
      if (buckets.end_of(bucket) <= now_ || group.exists) {
        group.model = model;
        group.tier = tier;
        fill(group, from, to);
        made.push_back({group.id, group.start, group.end, group.count, FactIndex::kNone});
        grouping_.groups.push_back(std::move(group));
      }
      from = to;
    }
    return made;
  }

  template <typename Iterator>
  static void fill(Group& group, Iterator from, Iterator to) {
    group.start = from->start;
    group.end = from->end;
    for (; from != to; ++from) {
      group.sources.push_back(from->id);
      if (from->observation != FactIndex::kNone) group.source_at.push_back(from->observation);
      group.end = std::max(group.end, from->end);
      group.count += from->count;
    }
  }

  void note_waiting() {
    std::vector<bool> held(index_.observation_numbers());
    for (const Group& group : grouping_.groups) {
      for (const FactIndex::Number source : group.source_at) held[source] = true;
    }
    for (const auto& [name, model] : index_.models()) {
      for (const FactIndex::Number number : index_.observations_of(model)) {
        if (!held[number]) grouping_.waiting[name].push_back(number);
      }
    }
  }

  void settle_the_rest() {
    Leftovers leftovers(index_, grouping_);
    for (const FactIndex::Number number : index_.summaries()) {
      const FactIndex::Summary& fact = index_.summary(number);
      if (fact.policy != Policy::kCalendar || leftovers.is_used(fact.id)) continue;
      leftovers.add(fact, "its sources are gone");
    }
    leftovers.finish();
  }

  const FactIndex& index_;
  const Rules& rules_;
  Time now_;
  Grouping grouping_;
};

}  // namespace

Grouping calendar_groups(const FactIndex& facts, const Rules& rules, Time now) {
  return Calendar(facts, rules, now).run();
}

Ulid calendar_summary_id(std::string_view model, int tier, Time bucket) {
  return derive_ulid(bucket, "summary\n" + std::string(model) + "\ncalendar\n" +
                                 std::to_string(tier) + "\n" + std::to_string(day_number(bucket)));
}

std::optional<Time> next_group_change(const FactIndex& facts, const Rules& rules, Time now) {
  if (rules.policy != Policy::kCalendar) return std::nullopt;
  const std::vector<Buckets> tiers = all_tiers(rules);
  std::optional<Time> next;
  for (const auto& [name, model] : facts.models()) {
    for (const FactIndex::Number number : facts.observations_of(model)) {
      for (const Buckets& buckets : tiers) {
        const Time at = facts.observation(number).at;
        const Time end = buckets.end_of(buckets.of(at));
        if (end > now && (!next || end < *next)) next = end;
      }
    }
  }
  return next;
}

}  // namespace pyramid::plan
