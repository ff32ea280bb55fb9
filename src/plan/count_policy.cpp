#include "base/digest.hpp"
#include "plan/arrangement.hpp"
#include "plan/policies.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_set>
#include <utility>

namespace pyramid::plan {

namespace {

// Real pyramids have less than ten tiers: each takes at least twice the sources of the one below.
constexpr int kHighestTier = 62;

struct Source {
  Ulid id;
  Time start, end;
  std::int64_t count = 0;  // observations below
};

using Positions = std::vector<std::uint32_t>;

// What one tier of one model is made from.
struct Batch {
  std::vector<Source> sources;                // by (start, id)
  std::vector<const SummaryFact*> summaries;  // by id
  const Positions* observations = nullptr;    // of tier 0: where the sources stand in the index
};
using Batches = std::map<std::string_view, Batch>;

class Grouper {
 public:
  Grouper(const FactIndex& facts, const Rules& rules)
      : index_(facts), step_(static_cast<std::size_t>(std::max(rules.step, 2))) {
    dead_.resize(index_.summaries.size());
    for (const SummaryFact* fact : index_.summaries) {
      if (policy_named(fact->policy) != Policy::kCount) continue;
      by_tier_[fact->tier][fact->model].push_back(fact);
    }
  }

  Grouping run() {
    group_tiers_without_sources(by_tier_.begin(), by_tier_.lower_bound(0));
    Batches batches;
    for (const auto& [model, positions] : index_.by_model) {
      Batch& batch = batches[model];
      batch.observations = &positions;
      batch.sources.reserve(positions.size());
      for (const std::uint32_t position : positions) {
        const ObservationFact* fact = index_.observations[position];
        batch.sources.push_back({fact->id, fact->at, fact->at, 1});
      }
    }
    for (int tier = 0; tier <= kHighestTier && needs_work(tier, batches); ++tier) {
      batches = group_tier(tier, std::move(batches));
    }
    group_tiers_without_sources(by_tier_.upper_bound(kHighestTier), by_tier_.end());
    list_removals();
    return std::move(grouping_);
  }

 private:
  using ByModel = std::map<std::string_view, std::vector<const SummaryFact*>>;
  using ByTier = std::map<int, ByModel>;

  [[nodiscard]] bool needs_work(int tier, const Batches& batches) const {
    return by_tier_.lower_bound(tier) != by_tier_.upper_bound(kHighestTier) ||
           std::any_of(batches.begin(), batches.end(),
                       [&](const auto& batch) { return batch.second.sources.size() >= step_; });
  }

  // A tier that cannot be: written by hand into a file.
  void group_tiers_without_sources(ByTier::const_iterator from, ByTier::const_iterator to) {
    for (; from != to; ++from) group_tier(from->first, {});
  }

  // Returns what the next tier is made from.
  Batches group_tier(int tier, Batches batches) {
    const auto summaries = by_tier_.find(tier);
    if (summaries != by_tier_.end()) {
      for (const auto& [model, facts] : summaries->second) batches[model].summaries = facts;
    }
    Batches next;
    for (const auto& [model, batch] : batches) {
      const std::size_t from = grouping_.groups.size();
      group_batch(model, tier, batch);
      const auto begin = grouping_.groups.begin() + static_cast<std::ptrdiff_t>(from);
      std::sort(begin, grouping_.groups.end(), [](const Group& a, const Group& b) {
        return a.start != b.start ? a.start < b.start : a.id < b.id;
      });
      if (model.empty()) continue;
      std::vector<Source>& sources = next[model].sources;
      for (auto group = begin; group != grouping_.groups.end(); ++group) {
        sources.push_back({group->id, group->start, group->end, group->count});
      }
    }
    return next;
  }

  void group_batch(std::string_view model, int tier, const Batch& batch) {
    const std::vector<Claim> claims = claims_of(batch);
    const Arrangement arrangement = arrange(batch.sources.size(), claims, step_);
    for (std::size_t i = 0; i < batch.summaries.size(); ++i) {
      const SummaryFact& fact = *batch.summaries[i];
      const Settled& settled = arrangement.claims[i];
      if (settled.fate != Fate::kStays && settled.fate != Fate::kOrphan) {
        dead_[*index_.summary_at.find(fact.id)] = settled.fate;
        continue;
      }
      Group group = make_group(model, tier, batch, settled.sources);
      group.id = fact.id;
      group.exists = true;
      if (settled.fate == Fate::kOrphan) {
        group.orphan = true;
        group.releases = !claims[i].listed.empty();
        group.start = fact.start;
        group.end = fact.end;
      }
      grouping_.groups.push_back(std::move(group));
    }
    for (const Positions& positions : arrangement.founded) {
      Group group = make_group(model, tier, batch, positions);
      group.id = free_id(group);
      group.exists = index_.summary_at.contains(group.id);
      founded_.insert(group.id);
      grouping_.groups.push_back(std::move(group));
    }
  }

  // Where a batch's sources stand in it, by id.
  class Places {
   public:
    Places(const FactIndex& index, const Batch& batch) : index_(index), batch_(batch) {
      if (batch.observations != nullptr) return;
      by_id_ = IdMap(batch.sources.size());
      for (std::uint32_t i = 0; i < batch.sources.size(); ++i) {
        by_id_.insert(batch.sources[i].id, i);
      }
    }
    [[nodiscard]] std::optional<std::uint32_t> of(const Ulid& source) const {
      if (batch_.observations == nullptr) return by_id_.find(source);
      const auto known = index_.observation_at.find(source);
      if (!known) return std::nullopt;
      const Positions& own = *batch_.observations;
      const std::uint32_t rank = index_.rank[*known];
      const bool is_own = rank < own.size() && own[rank] == *known;
      return is_own ? std::optional(rank) : std::nullopt;
    }

   private:
    const FactIndex& index_;
    const Batch& batch_;
    IdMap by_id_;
  };

  [[nodiscard]] std::vector<Claim> claims_of(const Batch& batch) const {
    std::vector<Claim> claims;
    if (batch.summaries.empty()) return claims;
    claims.reserve(batch.summaries.size());
    const Places places(index_, batch);
    for (const SummaryFact* fact : batch.summaries) {
      Claim claim;
      claim.edited = fact->edited;
      claim.listed.reserve(fact->sources.size());
      for (const Ulid& source : fact->sources) {
        if (const auto position = places.of(source)) claim.listed.push_back(*position);
      }
      std::sort(claim.listed.begin(), claim.listed.end());
      claim.listed.erase(std::unique(claim.listed.begin(), claim.listed.end()), claim.listed.end());
      claims.push_back(std::move(claim));
    }
    return claims;
  }

  static Group make_group(std::string_view model, int tier, const Batch& batch,
                          const Positions& positions) {
    Group group;
    group.model = model;
    group.tier = tier;
    group.sources.reserve(positions.size());
    for (const std::uint32_t position : positions) {
      const Source& source = batch.sources[position];
      if (group.sources.empty()) {
        group.start = source.start;
        group.end = source.end;
      }
      group.end = std::max(group.end, source.end);
      group.count += source.count;
      group.sources.push_back(source.id);
    }
    return group;
  }

  // The id that the sources give. It may be taken, if a person moved links from one file to
  // another: then it goes into the material, until an id is free.
  [[nodiscard]] Ulid free_id(const Group& group) const {
    std::vector<Ulid> material = group.sources;
    while (true) {
      const Ulid id = summary_id(group.model, group.tier, group.start, material);
      const auto known = index_.summary_at.find(id);
      const bool free = !founded_.contains(id) && (!known || dead_[*known]);
      if (free) return id;
      material.push_back(id);
    }
  }

  void list_removals() {
    for (std::size_t i = 0; i < dead_.size(); ++i) {
      const Ulid& id = index_.summaries[i]->id;
      if (!dead_[i] || founded_.contains(id)) continue;
      grouping_.removals.push_back({id, reason_of(*dead_[i])});
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
  ByTier by_tier_;
  std::vector<std::optional<Fate>> dead_;  // by position in index_.summaries: why it goes
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
