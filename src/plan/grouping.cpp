#include "plan/grouping.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace pyramid::plan {

namespace {

// Something that a group can hold: an observation, or a group of the tier below.
struct Source {
  Ulid id;
  Time start, end;
  std::int64_t count = 1;
  [[nodiscard]] std::pair<Time, Ulid> key() const { return {start, id}; }
};

bool by_key(const Source& a, const Source& b) { return a.key() < b.key(); }

// A group while the rules run over it. `sources` is kept sorted by key.
struct Draft {
  Ulid id;
  bool edited = false;
  const SummaryFact* fact = nullptr;  // null: born in this run
  std::vector<Source> sources;

  // Strictly inside: a source at the very edge was seen when the group was made, and waited.
  [[nodiscard]] bool covers(const Source& source) const {
    return !sources.empty() && sources.front().key() < source.key() &&
           source.key() < sources.back().key();
  }
};

// The groups of one model at one tier.
class Level {
 public:
  Level(const std::string& model, int tier, const Rules& rules)
      : model_(model), tier_(tier), step_(static_cast<std::size_t>(std::max(2, rules.step))) {}

  // A source listed by two goes to the smaller id; `facts` are by id.
  void claim(const std::vector<const SummaryFact*>& facts, std::vector<Source> candidates) {
    std::unordered_map<Ulid, Source> free;
    for (Source& source : candidates) free.emplace(source.id, source);
    for (const SummaryFact* fact : facts) {
      Draft draft{fact->id, fact->edited, fact, {}};
      for (const Ulid& id : fact->sources) {
        const auto it = free.find(id);
        if (it == free.end()) continue;
        draft.sources.push_back(it->second);
        free.erase(it);
      }
      std::sort(draft.sources.begin(), draft.sources.end(), by_key);
      drafts_.push_back(std::move(draft));
    }
    for (auto& entry : free) waiting_.push_back(entry.second);
    std::sort(waiting_.begin(), waiting_.end(), by_key);
  }

  void settle(std::vector<Removal>& removals) {
    drop_empty(removals);
    do {
      join_late();
    } while (dissolve_small(removals));
    split_large();
    found_new();
  }

  void take(std::vector<Group>& groups) {
    for (Draft& draft : drafts_) groups.push_back(finished(draft));
  }

 private:
  void drop_empty(std::vector<Removal>& removals) {
    std::erase_if(drafts_, [&](const Draft& draft) {
      if (!draft.sources.empty() || draft.edited) return false;
      removals.push_back({draft.id, "no source is left"});
      return true;
    });
  }

  // The covering group that starts last is the tightest.
  void join_late() {
    std::vector<std::pair<std::pair<Time, Ulid>, std::size_t>> starts;
    for (std::size_t i = 0; i < drafts_.size(); ++i) {
      if (!drafts_[i].sources.empty()) starts.emplace_back(drafts_[i].sources.front().key(), i);
    }
    if (starts.empty() || waiting_.empty()) return;
    std::sort(starts.begin(), starts.end());
    std::vector<Source> still;
    for (const Source& source : waiting_) {
      Draft* home = nullptr;
      auto it = std::lower_bound(starts.begin(), starts.end(), source.key(),
                                 [](const auto& a, const auto& key) { return a.first < key; });
      while (it != starts.begin() && home == nullptr) {
        --it;
        if (drafts_[it->second].covers(source)) home = &drafts_[it->second];
      }
      if (home == nullptr) {
        still.push_back(source);
      } else {
        const auto place =
            std::upper_bound(home->sources.begin(), home->sources.end(), source, by_key);
        home->sources.insert(place, source);
      }
    }
    waiting_ = std::move(still);
  }

  bool dissolve_small(std::vector<Removal>& removals) {
    if (waiting_.empty()) return false;
    const std::size_t before = drafts_.size();
    std::erase_if(drafts_, [&](const Draft& draft) {
      if (draft.edited || draft.sources.size() >= step_ / 2) return false;
      waiting_.insert(waiting_.end(), draft.sources.begin(), draft.sources.end());
      removals.push_back({draft.id, "too few sources are left; they wait for others"});
      return true;
    });
    std::sort(waiting_.begin(), waiting_.end(), by_key);
    return drafts_.size() != before;
  }

  void split_large() {
    for (std::size_t i = 0; i < drafts_.size(); ++i) {
      while (drafts_[i].sources.size() > 2 * step_) {
        const auto middle =
            drafts_[i].sources.begin() + static_cast<std::ptrdiff_t>(drafts_[i].sources.size() / 2);
        std::vector<Source> younger(middle, drafts_[i].sources.end());
        drafts_[i].sources.erase(middle, drafts_[i].sources.end());
        drafts_.push_back(born(std::move(younger)));
      }
    }
  }

  void found_new() {
    std::size_t at = 0;
    for (; at + step_ <= waiting_.size(); at += step_) {
      const auto first = waiting_.begin() + static_cast<std::ptrdiff_t>(at);
      drafts_.push_back(born({first, first + static_cast<std::ptrdiff_t>(step_)}));
    }
    waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(at));
  }

  Draft born(std::vector<Source> sources) const {
    std::vector<Ulid> ids;
    for (const Source& source : sources) ids.push_back(source.id);
    return {summary_id(model_, tier_, sources.front().start, ids), false, nullptr,
            std::move(sources)};
  }

  Group finished(const Draft& draft) const {
    Group group;
    group.id = draft.id;
    group.model = model_;
    group.tier = tier_;
    if (draft.sources.empty()) {
      group.orphan = true;
      group.start = draft.fact->start;
      group.end = draft.fact->end;
      return group;
    }
    group.start = draft.sources.front().start;
    for (const Source& source : draft.sources) {
      group.sources.push_back(source.id);
      group.end = std::max(group.sources.size() == 1 ? source.end : group.end, source.end);
      group.count += source.count;
    }
    return group;
  }

  const std::string& model_;
  int tier_;
  std::size_t step_;
  std::vector<Draft> drafts_;
  std::vector<Source> waiting_;
};

using FactsByTier = std::map<int, std::vector<const SummaryFact*>>;

std::vector<Source> as_sources(const std::vector<Group>& groups, std::size_t first) {
  std::vector<Source> sources;
  for (std::size_t i = first; i < groups.size(); ++i) {
    sources.push_back({groups[i].id, groups[i].start, groups[i].end, groups[i].count});
  }
  return sources;
}

// All tiers of one model, from the bottom up. Each tier has fewer groups than the one below has
// sources, so this ends.
void group_model(const std::string& model, std::vector<Source> candidates, const FactsByTier& facts,
                 const Rules& rules, Grouping& out) {
  static const std::vector<const SummaryFact*> kNone;
  for (const auto& [tier, summaries] : facts) {
    if (tier >= 0) break;
    for (const SummaryFact* fact : summaries) out.removals.push_back({fact->id, "tier below 0"});
  }
  int tier = 0;
  while (true) {
    const auto here = facts.lower_bound(tier);
    if (candidates.empty()) {
      if (here == facts.end()) break;
      tier = here->first;  // nothing in between
    }
    const auto exact = facts.find(tier);
    Level level(model, tier, rules);
    level.claim(exact == facts.end() ? kNone : exact->second, std::move(candidates));
    level.settle(out.removals);
    const std::size_t first = out.groups.size();
    level.take(out.groups);
    candidates = as_sources(out.groups, first);
    if (tier == std::numeric_limits<int>::max()) break;
    ++tier;
  }
}

}  // namespace

Ulid summary_id(std::string_view model, int tier, Time start, const std::vector<Ulid>& sources) {
  std::string material = "summary\ncount\n" + std::string(model) + "\n" + std::to_string(tier);
  for (const Ulid& id : sources) material += "\n" + to_string(id);
  return derive_ulid(start, material);
}

Grouping group(const Facts& facts, const Rules& rules) {
  std::map<std::string, std::vector<Source>> observations;
  for (const ObservationFact& one : facts.observations) {
    if (one.active && !one.model.empty()) {
      observations[one.model].push_back({one.id, one.at, one.at, 1});
    }
  }
  std::map<std::string, FactsByTier> summaries;
  std::unordered_set<Ulid> known;
  for (const SummaryFact& one : facts.summaries) {
    if (!known.insert(one.id).second) continue;  // two facts of one id: the first counts
    summaries[one.model][one.tier].push_back(&one);
    observations[one.model];
  }
  for (auto& [model, tiers] : summaries) {
    for (auto& [tier, list] : tiers) {
      std::sort(list.begin(), list.end(), [](auto* a, auto* b) { return a->id < b->id; });
    }
  }
  Grouping out;
  for (auto& [model, candidates] : observations) {
    group_model(model, std::move(candidates), summaries[model], rules, out);
  }
  std::unordered_set<Ulid> standing;
  for (Group& one : out.groups) {
    one.exists = known.contains(one.id);
    standing.insert(one.id);
  }
  // A group can be born with the id of one that goes: then that file is rewritten instead.
  std::erase_if(out.removals, [&](const Removal& one) { return standing.contains(one.id); });
  std::stable_sort(out.groups.begin(), out.groups.end(), [](const Group& a, const Group& b) {
    return std::tie(a.tier, a.model, a.start, a.id) < std::tie(b.tier, b.model, b.start, b.id);
  });
  return out;
}

}  // namespace pyramid::plan
