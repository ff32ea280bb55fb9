#include "plan/arrangement.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

namespace pyramid::plan {

namespace {

constexpr std::uint32_t kNobody = UINT32_MAX;

// Each `step` oldest that wait.
void found_groups(const std::vector<std::uint32_t>& owner, std::size_t step,
                  Arrangement& arrangement) {
  std::vector<std::uint32_t> next;
  for (std::uint32_t source = 0; source < owner.size(); ++source) {
    if (owner[source] != kNobody) continue;
    next.push_back(source);
    if (next.size() == step) arrangement.founded.push_back(std::exchange(next, {}));
  }
  arrangement.waiting = std::move(next);
}

// Whether no rule but the last has work, so that nothing moves: each source is listed once at
// most, no group is empty or too large, none too small while others wait, and none that waits lies
// inside a group. Fills in who holds which source.
bool is_in_order(const Claims& claims, std::size_t step, std::vector<std::uint32_t>& owner) {
  std::size_t held = 0, smallest = SIZE_MAX;
  for (std::uint32_t summary = 0; summary < claims.size(); ++summary) {
    const auto listed = claims.listed(summary);
    if (listed.empty() || listed.size() > 2 * step) return false;
    for (const std::uint32_t source : listed) {
      if (std::exchange(owner[source], summary) != kNobody) return false;
    }
    held += listed.size();
    smallest = std::min(smallest, listed.size());
  }
  if (held == owner.size()) return true;
  if (claims.size() > 0 && 2 * smallest < step) return false;
  std::uint32_t reach = 0;  // the last source of the groups that began
  for (std::uint32_t source = 0; source < owner.size(); ++source) {
    if (owner[source] != kNobody) {
      reach = std::max(reach, claims.listed(owner[source]).back());
    } else if (source < reach) {
      return false;
    }
  }
  return true;
}

class Arranger {
 public:
  Arranger(std::size_t count, const Claims& claims, std::size_t step)
      : step_(step), claims_(claims), groups_(claims.size()), owner_(count, kNobody) {
    for (std::size_t i = 0; i < claims.size(); ++i) {
      groups_[i].sources.reserve(claims.listed(i).size());
    }
    list_claimants();
  }

  Arrangement run() {
    for (std::uint32_t source = 0; source < owner_.size(); ++source) {
      if (!pass_on(source)) ++waiting_;
    }
    drop_empty();
    for (bool changed = true; changed;) {
      changed = join_late();
      changed |= dissolve_small();
      // Last, so that the halves do not depend on the order in which the others arrived.
      if (!changed) changed = split_large();
    }
    return result();
  }

 private:
  struct Group {
    bool alive = true;
    Fate fate = Fate::kStays;
    std::vector<std::uint32_t> sources;
    std::uint32_t first = kNobody, last = 0;
  };

  // For each source the summaries that list it, in the order of their ids.
  void list_claimants() {
    claimants_from_.assign(owner_.size() + 1, 0);
    for (std::size_t summary = 0; summary < claims_.size(); ++summary) {
      for (const std::uint32_t source : claims_.listed(summary)) ++claimants_from_[source + 1];
    }
    for (std::size_t i = 1; i < claimants_from_.size(); ++i) {
      claimants_from_[i] += claimants_from_[i - 1];
    }
    next_claimant_.assign(claimants_from_.begin(), claimants_from_.end() - 1);
    claimants_.resize(claimants_from_.back());
    std::vector<std::size_t> place = next_claimant_;
    for (std::uint32_t summary = 0; summary < claims_.size(); ++summary) {
      for (const std::uint32_t source : claims_.listed(summary)) {
        claimants_[place[source]++] = summary;
      }
    }
  }

  void give(std::uint32_t source, std::uint32_t group) {
    owner_[source] = group;
    Group& to = groups_[group];
    to.sources.push_back(source);
    to.first = std::min(to.first, source);
    to.last = std::max(to.last, source);
  }

  // To the next summary that lists the source; false, and nobody's, when there is none.
  bool pass_on(std::uint32_t source) {
    owner_[source] = kNobody;
    for (std::size_t& next = next_claimant_[source]; next < claimants_from_[source + 1];) {
      const std::uint32_t summary = claimants_[next++];
      if (!groups_[summary].alive) continue;
      give(source, summary);
      return true;
    }
    return false;
  }

  void end(std::uint32_t summary, Fate fate) {
    Group& group = groups_[summary];
    group.alive = false;
    group.fate = claims_.edited(summary) ? Fate::kOrphan : fate;
    const std::vector<std::uint32_t> sources = std::exchange(group.sources, {});
    for (const std::uint32_t source : sources) {
      if (!pass_on(source)) ++waiting_;
    }
  }

  void drop_empty() {
    for (std::uint32_t summary = 0; summary < claims_.size(); ++summary) {
      if (!groups_[summary].sources.empty()) continue;
      end(summary, claims_.listed(summary).empty() ? Fate::kEmpty : Fate::kRivalled);
    }
  }

  // A waiting source between the first and the last of a group joins it; where several groups
  // reach across it, the one that begins last.
  bool join_late() {
    if (waiting_ == 0) return false;
    std::vector<std::uint32_t> begins(owner_.size(), kNobody);
    for (std::uint32_t group = 0; group < groups_.size(); ++group) {
      if (groups_[group].alive) begins[groups_[group].first] = group;
    }
    const std::size_t before = waiting_;
    std::vector<std::uint32_t> open;  // groups that began, the last one on top
    for (std::uint32_t source = 0; source < owner_.size(); ++source) {
      if (begins[source] != kNobody) open.push_back(begins[source]);
      if (owner_[source] != kNobody) continue;
      while (!open.empty() && groups_[open.back()].last < source) open.pop_back();
      if (open.empty()) continue;
      give(source, open.back());
      --waiting_;
    }
    return waiting_ != before;
  }

  bool dissolve_small() {
    bool changed = false;
    for (std::uint32_t summary = 0; summary < claims_.size() && waiting_ > 0; ++summary) {
      const Group& group = groups_[summary];
      if (!group.alive || 2 * group.sources.size() >= step_) continue;
      end(summary, Fate::kDissolved);
      changed = true;
    }
    return changed;
  }

  bool split_large() {
    bool changed = false;
    for (std::uint32_t group = 0; group < groups_.size(); ++group) {  // grows meanwhile
      while (groups_[group].sources.size() > 2 * step_) {
        split(group);
        changed = true;
      }
    }
    return changed;
  }

  // The older half stays. Of the younger, what another summary lists goes there; the rest is a new
  // group, or waits where that would be too small.
  void split(std::uint32_t group) {
    std::vector<std::uint32_t>& sources = groups_[group].sources;
    std::sort(sources.begin(), sources.end());
    const auto half = sources.begin() + static_cast<std::ptrdiff_t>((sources.size() + 1) / 2);
    std::vector<std::uint32_t> rest(half, sources.end());
    sources.erase(half, sources.end());
    groups_[group].last = sources.back();
    std::erase_if(rest, [&](std::uint32_t source) { return pass_on(source); });
    if (2 * rest.size() < step_) {
      waiting_ += rest.size();
      return;
    }
    groups_.emplace_back();
    for (const std::uint32_t source : rest) {
      give(source, static_cast<std::uint32_t>(groups_.size() - 1));
    }
  }

  Arrangement result() {
    Arrangement arrangement;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      std::vector<std::uint32_t>& sources = groups_[i].sources;
      std::sort(sources.begin(), sources.end());
      if (i < claims_.size()) {
        arrangement.claims.push_back({groups_[i].fate, std::move(sources)});
      } else {
        arrangement.founded.push_back(std::move(sources));
      }
    }
    found_groups(owner_, step_, arrangement);
    return arrangement;
  }

  std::size_t step_;
  const Claims& claims_;
  std::vector<Group> groups_;  // one for each claim, then the split-off ones
  std::vector<std::uint32_t> owner_;
  std::size_t waiting_ = 0;
  std::vector<std::uint32_t> claimants_;
  std::vector<std::size_t> claimants_from_, next_claimant_;  // by source, places in claimants_
};

}  // namespace

void Claims::reserve(std::size_t summaries, std::size_t sources) {
  listed_.reserve(sources);
  from_.reserve(summaries + 1);
  edited_.reserve(summaries);
}

void Claims::begin(bool edited) { edited_.push_back(edited); }

bool Claims::end() {
  const auto first = listed_.begin() + static_cast<std::ptrdiff_t>(from_.back());
  const bool rises =
      std::adjacent_find(first, listed_.end(), std::greater_equal<>()) == listed_.end();
  if (!rises) {
    std::sort(first, listed_.end());
    listed_.erase(std::unique(first, listed_.end()), listed_.end());
  }
  from_.push_back(listed_.size());
  return rises;
}

Arrangement arrange(std::size_t count, const Claims& claims, std::size_t step) {
  std::vector<std::uint32_t> owner(count, kNobody);
  if (!is_in_order(claims, step, owner)) return Arranger(count, claims, step).run();
  Arrangement arrangement;
  arrangement.as_listed = true;
  found_groups(owner, step, arrangement);
  return arrangement;
}

}  // namespace pyramid::plan
