#include "base/digest.hpp"
#include "plan/arrangement.hpp"
#include "plan/policies.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace pyramid::plan {

namespace {

// Real pyramids have less than ten tiers: each takes at least twice the sources of the one below.
constexpr int kHighestTier = 62;

struct CountedSource {
  Ulid id;
  Time start, end;
  std::int64_t count = 0;  // observations below
};

using Number = FactIndex::Number;
using Positions = std::vector<std::uint32_t>;

// What one tier of one model is made from.
struct Batch {
  std::vector<CountedSource> sources;                // by (start, id); of tier 0: `observations`
  const FactIndex::Numbers* observations = nullptr;  // of tier 0: by (at, id)
  const FactIndex::Numbers* summaries = nullptr;     // by id
  [[nodiscard]] std::size_t size() const {
    return observations != nullptr ? observations->size() : sources.size();
  }
};
using Batches = std::map<std::string_view, Batch>;

class Grouper {
 public:
  Grouper(const FactIndex& facts, const Rules& rules)
      : index_(facts), step_(static_cast<std::size_t>(std::max(rules.step, 2))) {}

  Grouping run() {
    grouping_.groups.reserve(index_.summaries().size());
    const auto& counted = index_.counted();
    group_tiers_without_sources(counted.begin(), counted.lower_bound(0));
    Batches batches;
    for (const auto& [name, model] : index_.models()) {
      if (index_.observations_of(model).empty()) continue;
      batches[name].observations = &index_.observations_of(model);
    }
    batches = group_tier(0, std::move(batches));  // also to see who waits
    for (int tier = 1; tier <= kHighestTier && needs_work(tier, batches); ++tier) {
      batches = group_tier(tier, std::move(batches));
    }
    group_tiers_without_sources(counted.upper_bound(kHighestTier), counted.end());
    list_removals();
    return std::move(grouping_);
  }

 private:
  using ByTier = std::map<int, FactIndex::ByModel>;

  [[nodiscard]] bool needs_work(int tier, const Batches& batches) const {
    const auto& counted = index_.counted();
    return counted.lower_bound(tier) != counted.upper_bound(kHighestTier) ||
           std::any_of(batches.begin(), batches.end(),
                       [&](const auto& batch) { return batch.second.size() >= step_; });
  }

  // A tier that cannot be: written by hand into a file.
  void group_tiers_without_sources(ByTier::const_iterator from, ByTier::const_iterator to) {
    for (; from != to; ++from) group_tier(from->first, {});
  }

  // Returns what the next tier is made from.
  Batches group_tier(int tier, Batches batches) {
    const auto summaries = index_.counted().find(tier);
    if (summaries != index_.counted().end()) {
      for (const auto& [model, numbers] : summaries->second) {
        batches[index_.model_name(model)].summaries = &numbers;
      }
    }
    Batches next;
    for (const auto& [model, batch] : batches) {
      const std::size_t from = grouping_.groups.size();
      group_batch(model, tier, batch);
      const auto begin = grouping_.groups.begin() + static_cast<std::ptrdiff_t>(from);
      const auto earlier = [](const Group& a, const Group& b) {
        return a.start != b.start ? a.start < b.start : a.id < b.id;
      };
      if (!std::is_sorted(begin, grouping_.groups.end(), earlier)) {
        std::sort(begin, grouping_.groups.end(), earlier);
      }
      if (model.empty()) continue;
      std::vector<CountedSource>& sources = next[model].sources;
      sources.reserve(grouping_.groups.size() - from);
      for (auto group = begin; group != grouping_.groups.end(); ++group) {
        sources.push_back({group->id, group->start, group->end, group->count});
      }
    }
    return next;
  }

  void group_batch(std::string_view model, int tier, const Batch& batch) {
    std::vector<bool> whole;  // claims that are all that the file lists, in its order
    const Claims claims = claims_of(batch, whole);
    const Arrangement arrangement = arrange(batch.size(), claims, step_);
    note_waiting(model, batch, arrangement);
    for (std::size_t i = 0; i < claims.size(); ++i) {
      const Number number = (*batch.summaries)[i];
      const FactIndex::Summary& fact = index_.summary(number);
      if (arrangement.as_listed) {
        keep(number, make_group(model, tier, batch, claims.listed(i), !whole[i]), whole[i]);
        continue;
      }
      const Settled& settled = arrangement.claims[i];
      if (settled.fate != Fate::kStays && settled.fate != Fate::kOrphan) {
        dead_[fact.id] = settled.fate;
        continue;
      }
      Group group = make_group(model, tier, batch, settled.sources, true);
      if (settled.fate == Fate::kOrphan) {
        group.orphan = true;
        group.releases = !claims.listed(i).empty();
        group.start = fact.start;
        group.end = fact.end;
      }
      keep(number, std::move(group), false);
    }
    for (const Positions& positions : arrangement.founded) {
      Group group = make_group(model, tier, batch, positions, true);
      group.id = free_id(group);
      group.number = index_.number_of(group.id);
      group.exists = group.number != FactIndex::kNone;
      founded_.insert(group.id);
      grouping_.groups.push_back(std::move(group));
    }
  }

  void keep(Number summary, Group group, bool as_listed) {
    group.id = index_.summary(summary).id;
    group.exists = true;
    group.number = summary;
    group.as_listed = as_listed;
    grouping_.groups.push_back(std::move(group));
  }

  Claims claims_of(const Batch& batch, std::vector<bool>& whole) const {
    Claims claims;
    if (batch.summaries == nullptr) return claims;
    claims.reserve(batch.summaries->size(), batch.size());
    whole.reserve(batch.summaries->size());
    IdMap places;  // of the sources above tier 0
    if (batch.observations == nullptr) {
      places = IdMap(batch.sources.size());
      for (std::uint32_t i = 0; i < batch.sources.size(); ++i) {
        places.insert(batch.sources[i].id, i);
      }
    }
    for (const Number number : *batch.summaries) {
      const FactIndex::Summary& fact = index_.summary(number);
      claims.begin(fact.edited);
      bool all = true;
      for (const Number source : fact.sources) {
        const bool above = fact.tier != 0;
        const auto place =
            above ? places.find(index_.summary(source).id) : rank_of(source, fact.model);
        if (place) claims.add(*place);
        // One that went and is founded again with its id is at no number yet.
        all = all && place && (!above || index_.summary(source).exists);
      }
      if (!fact.gone.empty()) all = !claim_by_tail(batch, fact.gone, claims) && all;
      all = claims.end() && all;
      whole.push_back(all);
    }
    return claims;
  }

  // A summary that was deleted comes again with the id that it had, perhaps in a file of another
  // name, and goes back to its reader. Whether there is one; tier 0 reads none.
  static bool claim_by_tail(const Batch& batch, std::string_view gone, Claims& claims) {
    bool any = false;
    for (std::uint32_t i = 0; i < batch.sources.size(); ++i) {
      if (!lists_tail(gone, short_id(batch.sources[i].id))) continue;
      claims.add(i);
      any = true;
    }
    return any;
  }

  static bool lists_tail(std::string_view tails, std::string_view tail) {
    for (; tails.size() >= tail.size(); tails.remove_prefix(tail.size())) {
      if (tails.starts_with(tail)) return true;
    }
    return false;
  }

  [[nodiscard]] std::optional<std::uint32_t> rank_of(Number source, Number model) const {
    const FactIndex::Standing& standing = index_.standing(source);
    if (standing.model != model) return std::nullopt;
    return standing.rank;
  }

  void note_waiting(std::string_view model, const Batch& batch, const Arrangement& arrangement) {
    if (batch.observations == nullptr || arrangement.waiting.empty()) return;
    FactIndex::Numbers& waiting = grouping_.waiting[std::string(model)];
    for (const std::uint32_t position : arrangement.waiting) {
      waiting.push_back((*batch.observations)[position]);
    }
  }

  [[nodiscard]] Group make_group(std::string_view model, int tier, const Batch& batch,
                                 std::span<const std::uint32_t> positions,
                                 bool with_sources) const {
    Group group;
    group.model = model;
    group.tier = tier;
    if (positions.empty()) return group;
    if (batch.observations != nullptr) {
      fill_with_observations(group, *batch.observations, positions, with_sources);
      return group;
    }
    group.start = batch.sources[positions.front()].start;
    group.end = batch.sources[positions.front()].end;
    for (const std::uint32_t position : positions) {
      const CountedSource& source = batch.sources[position];
      group.end = std::max(group.end, source.end);
      group.count += source.count;
      if (with_sources) group.sources.push_back(source.id);
    }
    return group;
  }

  void fill_with_observations(Group& group, const FactIndex::Numbers& observations,
                              std::span<const std::uint32_t> positions, bool with_sources) const {
    group.start = index_.observation(observations[positions.front()]).at;
    group.end = index_.observation(observations[positions.back()]).at;
    group.count = static_cast<std::int64_t>(positions.size());
    if (!with_sources) return;
    group.sources.reserve(positions.size());
    group.source_at.reserve(positions.size());
    for (const std::uint32_t position : positions) {
      group.source_at.push_back(observations[position]);
      group.sources.push_back(index_.observation(observations[position]).id);
    }
  }

  // The id that the sources give. It may be taken, if a person moved links from one file to
  // another: then it goes into the material, until an id is free.
  [[nodiscard]] Ulid free_id(const Group& group) const {
    std::vector<Ulid> material = group.sources;
    while (true) {
      const Ulid id = summary_id(group.model, group.tier, group.start, material);
      const bool taken = index_.find_summary(id) != nullptr && !dead_.contains(id);
      const bool free = !founded_.contains(id) && !taken;
      if (free) return id;
      material.push_back(id);
    }
  }

  void list_removals() {
    for (const auto& [id, fate] : dead_) {
      if (!founded_.contains(id)) grouping_.removals.push_back({id, reason_of(fate)});
    }
  }

  static const char* reason_of(Fate fate) {
    switch (fate) {
      case Fate::kRivalled:
        return "other summaries hold its sources";
      case Fate::kDissolved:
        return "too few of its sources are left";
      default:
        return "its sources are gone";
    }
  }

  const FactIndex& index_;
  std::size_t step_;
  std::map<Ulid, Fate> dead_;  // summaries that go, and why
  std::unordered_set<Ulid> founded_;
  Grouping grouping_;
};

}  // namespace

Grouping count_groups(const FactIndex& facts, const Rules& rules) {
  return Grouper(facts, rules).run();
}

Ulid summary_id(std::string_view model, int tier, Time start, const std::vector<Ulid>& sources) {
  std::string material = "summary\n" + std::string(model) + "\ncount\n" + std::to_string(tier);
  for (const Ulid& source : sources) material.append(1, '\n').append(to_string(source));
  return derive_ulid(start, material);
}

}  // namespace pyramid::plan
