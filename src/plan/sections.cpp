#include "plan/sections.hpp"

#include "plan/inputs.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <utility>

namespace pyramid::plan {

namespace {

constexpr std::array<std::string_view, 6> kNames = {"last-3-days",  "this-week", "this-month",
                                                    "this-quarter", "this-year", "earlier"};
// A section holds what is no older than this when the day begins; the last holds the rest.
constexpr std::array<std::int64_t, 5> kOldest = {3 * kSecondsPerDay, 7 * kSecondsPerDay,
                                                 30 * kSecondsPerDay, 90 * kSecondsPerDay,
                                                 365 * kSecondsPerDay};

constexpr std::int64_t kUnwritten = 500;  // of a summary that has no text yet, about

// That of the first section that holds it; the end of kOldest: the last one does.
auto oldest_of(Time end, const Today& today) {
  return std::lower_bound(kOldest.begin(), kOldest.end(), today.begin.seconds - end.seconds);
}

// Whether all of it is later than today. The first section has no end, so such a summary reaches
// back no further than it, however long it is.
bool is_to_come(Time start, const Today& today) {
  return start.seconds >= today.begin.seconds + kSecondsPerDay;
}

// Whether a summary reaches back no further than the section is long in which it ends.
bool fits(const Group& group, const Today& today) {
  if (is_to_come(group.start, today)) return true;
  const auto oldest = oldest_of(group.end, today);
  if (oldest == kOldest.end()) return true;
  const std::int64_t length = *oldest - (oldest == kOldest.begin() ? 0 : *std::prev(oldest));
  return group.end.seconds - group.start.seconds <= length;
}

// One digest of two.
Digest both(const Digest& first, const Digest& second) {
  return Hasher().field(to_hex(first)).field(to_hex(second)).finish();
}

}  // namespace

std::span<const std::string_view> section_names() { return kNames; }

CoverMaker::CoverMaker(const FactIndex& facts, const Grouping& grouping,
                       const FactIndex::Numbers& told)
    : facts_(facts), grouping_(grouping) {
  if (!told.empty()) is_told_.resize(facts.observation_numbers());
  for (const FactIndex::Number number : told) is_told_[number] = true;
  for (const Group& group : grouping.groups) {  // the lowest tier first
    if (told.empty()) break;
    each_source(group, [&](std::uint32_t source) {
      if (group.tier == 0) {
        if (is_told(source)) told_below_[&group].push_back(source);
        return;
      }
      const auto below = told_below_.find(&grouping.groups[source]);
      if (below == told_below_.end()) return;
      FactIndex::Numbers& all = told_below_[&group];
      all.insert(all.end(), below->second.begin(), below->second.end());
    });
  }
  std::vector<bool> held(grouping.groups.size());
  for (const Group& group : grouping.groups) {
    if (group.tier == 0) continue;
    each_source(group, [&](std::uint32_t source) { held[source] = true; });
  }
  for (std::size_t i = 0; i < grouping.groups.size(); ++i) {
    const Group& group = grouping.groups[i];
    if (!held[i] && !group.model.empty()) roots_[group.model].push_back(&group);
  }
}

// Numbers of observations, or places of groups.
template <typename Take>
void CoverMaker::each_source(const Group& group, const Take& take) const {
  if (!group.as_listed) {
    for (const std::uint32_t source : group.source_at) take(source);
    return;
  }
  for (const FactIndex::Number source : facts_.summary(group.number).sources) {
    take(group.tier == 0 ? source : grouping_.group_of[source]);
  }
}

std::vector<CoverItem> CoverMaker::of(const std::string& model, const Today& today) const {
  std::vector<CoverItem> items;
  if (const auto roots = roots_.find(model); roots != roots_.end()) {
    for (const Group* group : roots->second) add(items, *group, today, {});
  }
  if (const auto waiting = grouping_.waiting.find(model); waiting != grouping_.waiting.end()) {
    for (const FactIndex::Number number : waiting->second) {
      if (!is_told(number)) items.push_back(item_of(number));
    }
  }
  std::sort(items.begin(), items.end(), [](const CoverItem& a, const CoverItem& b) {
    return a.end != b.end ? a.end < b.end : a.id < b.id;
  });
  return items;
}

Covers CoverMaker::of_all(const Today& today) const {
  Covers covers;
  for (const auto& [model, roots] : roots_) covers[model] = {};
  for (const auto& [model, waiting] : grouping_.waiting) covers[model] = {};
  for (auto& [model, items] : covers) items = of(model, today);
  return covers;
}

Covers CoverMaker::tops() const {
  Covers tops;
  for (const auto& [model, roots] : roots_) {
    int highest = 0;
    for (const Group* group : roots) highest = std::max(highest, group->tier);
    for (const Group* group : roots) {
      if (group->tier == highest) tops[model].push_back(item_of(*group));
    }
  }
  for (const auto& [model, waiting] : grouping_.waiting) {
    if (roots_.contains(model)) continue;
    for (const FactIndex::Number number : waiting) tops[model].push_back(item_of(number));
  }
  return tops;
}

CoverItem CoverMaker::item_of(FactIndex::Number observation) const {
  const FactIndex::Observation& fact = facts_.observation(observation);
  CoverItem item{fact.id, false, fact.at, fact.at, fact.digest};
  item.bytes = fact.bytes;
  return item;
}

CoverItem CoverMaker::item_of(const Group& group) const {
  CoverItem item{group.id, true, group.start, group.end, {}};
  item.bytes = kUnwritten;
  if (!group.exists) return item;
  const FactIndex::Summary& fact = facts_.summary(group.number);
  item.digest = fact.digest;
  item.bytes = fact.bytes;
  return item;
}

CoverItem CoverMaker::less_told(const Group& group) const {
  CoverItem item = item_of(group);
  const auto below = told_below_.find(&group);
  if (below == told_below_.end()) return item;
  FactIndex::Numbers told = below->second;
  std::sort(told.begin(), told.end(),
            [&](auto a, auto b) { return facts_.observation(a).id < facts_.observation(b).id; });
  std::string buffer;
  InputsHasher hasher(buffer);
  for (const FactIndex::Number number : told) {
    const FactIndex::Observation& fact = facts_.observation(number);
    item.told.push_back(fact.id);
    hasher.add(fact.id, fact.digest);
  }
  item.digest = both(item.digest, hasher.finish());
  return item;
}

void CoverMaker::put(std::vector<CoverItem>& items, CoverItem item, const Above& above) {
  if (!above.edited.empty()) {
    item.digest = both(item.digest, above.own);
    item.under = above.edited;
  }
  items.push_back(std::move(item));
}

void CoverMaker::add(std::vector<CoverItem>& items, const Group& group, const Today& today,
                     const Above& above) const {
  const bool has_sources = group.as_listed || !group.sources.empty();
  if (!has_sources || fits(group, today)) return put(items, less_told(group), above);
  const FactIndex::Summary* fact = group.exists ? &facts_.summary(group.number) : nullptr;
  const bool edited = fact != nullptr && (fact->edited || fact->struck);
  Above below;
  if (edited) {
    below = above;
    below.edited.push_back(group.id);
    below.own = both(above.own, fact->own);
    CoverItem words{group.id, true, group.start, group.end, fact->own};
    words.own_words = true;
    if (fact->edited) put(items, std::move(words), above);
  }
  each_source(group, [&](std::uint32_t source) {
    if (group.tier > 0) {
      add(items, grouping_.groups[source], today, edited ? below : above);
    } else if (!is_told(source)) {
      put(items, item_of(source), edited ? below : above);
    }
  });
}

Covers covers(const FactIndex& facts, const Grouping& grouping, const Today& today) {
  return CoverMaker(facts, grouping).of_all(today);
}

std::string_view section_of(Time end, const Today& today) {
  return kNames[static_cast<std::size_t>(oldest_of(end, today) - kOldest.begin())];
}

std::optional<Time> next_section_change(const Covers& covers, const Today& today) {
  std::optional<Time> earliest;  // until when the item that goes first is not too old
  std::optional<Time> comes;     // when a summary is not all to come any more
  for (const auto& [model, items] : covers) {
    for (const CoverItem& item : items) {
      const bool is_long = item.end.seconds - item.start.seconds > kOldest.front();
      if (item.is_summary && is_long && is_to_come(item.start, today)) {
        const Date day_before = today.zone.date_of(Time{item.start.seconds - kSecondsPerDay});
        const Time from = today.zone.start_of(add_days(day_before, 1));
        if (!comes || from < *comes) comes = from;
      }
      const auto oldest = oldest_of(item.end, today);
      if (oldest == kOldest.end()) continue;
      const Time last{item.end.seconds + *oldest};
      if (!earliest || last < *earliest) earliest = last;
    }
  }
  if (!earliest) return comes;
  const Time goes = today.zone.start_of(add_days(today.zone.date_of(*earliest), 1));
  return comes ? std::min(*comes, goes) : goes;
}

}  // namespace pyramid::plan
