#include "plan/sections.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <utility>

namespace pyramid::plan {

namespace {

constexpr std::array<std::string_view, 6> kNames = {"last-3-days",  "this-week", "this-month",
                                                    "this-quarter", "this-year", "earlier"};
// A section holds what is younger than this, in calendar days; the last holds the rest.
constexpr std::array<std::int64_t, 5> kDays = {3, 7, 31, 92, 366};

// The first day after today on which something of that day changes its section.
std::optional<std::int64_t> next_change_day(std::int64_t day, std::int64_t today) {
  for (const std::int64_t days : kDays) {
    if (day + days > today) return day + days;
  }
  return std::nullopt;
}

void take_earlier(std::optional<std::int64_t>& earliest, std::optional<std::int64_t> day) {
  if (day && (!earliest || *day < *earliest)) earliest = day;
}

// Whether a summary reaches back no further than the section is long in which it ends.
bool fits(const Group& group, Time now) {
  const std::int64_t end = day_number(group.end);
  const auto section = std::upper_bound(kDays.begin(), kDays.end(), day_number(now) - end);
  if (section == kDays.end()) return true;
  const std::int64_t days = *section - (section == kDays.begin() ? 0 : *std::prev(section));
  return end - day_number(group.start) < days;
}

// One digest of two.
Digest both(const Digest& first, const Digest& second) {
  return Hasher().field(to_hex(first)).field(to_hex(second)).finish();
}

std::optional<Time> start_of_day(std::optional<std::int64_t> day) {
  if (!day) return std::nullopt;
  return Time{*day * kSecondsPerDay};
}

}  // namespace

std::span<const std::string_view> section_names() { return kNames; }

CoverMaker::CoverMaker(const FactIndex& facts, const Grouping& grouping)
    : facts_(facts), grouping_(grouping) {
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

std::vector<CoverItem> CoverMaker::of(const std::string& model, Time now) const {
  std::vector<CoverItem> items;
  if (const auto roots = roots_.find(model); roots != roots_.end()) {
    for (const Group* group : roots->second) add(items, *group, now, {});
  }
  if (const auto waiting = grouping_.waiting.find(model); waiting != grouping_.waiting.end()) {
    for (const FactIndex::Number number : waiting->second) items.push_back(item_of(number));
  }
  std::sort(items.begin(), items.end(), [](const CoverItem& a, const CoverItem& b) {
    return a.end != b.end ? a.end < b.end : a.id < b.id;
  });
  return items;
}

Covers CoverMaker::of_all(Time now) const {
  Covers covers;
  for (const auto& [model, roots] : roots_) covers[model] = {};
  for (const auto& [model, waiting] : grouping_.waiting) covers[model] = {};
  for (auto& [model, items] : covers) items = of(model, now);
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
  return {fact.id, false, fact.at, fact.at, fact.digest};
}

CoverItem CoverMaker::item_of(const Group& group) const {
  const FactIndex::Summary* fact = group.exists ? &facts_.summary(group.number) : nullptr;
  return {group.id, true, group.start, group.end, fact != nullptr ? fact->digest : Digest{}};
}

void CoverMaker::put(std::vector<CoverItem>& items, CoverItem item, const Above& above) {
  if (!above.edited.empty()) {
    item.digest = both(item.digest, above.own);
    item.under = above.edited;
  }
  items.push_back(std::move(item));
}

void CoverMaker::add(std::vector<CoverItem>& items, const Group& group, Time now,
                     const Above& above) const {
  const bool has_sources = group.as_listed || !group.sources.empty();
  if (!has_sources || fits(group, now)) return put(items, item_of(group), above);
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
      add(items, grouping_.groups[source], now, edited ? below : above);
    } else {
      put(items, item_of(source), edited ? below : above);
    }
  });
}

Covers covers(const FactIndex& facts, const Grouping& grouping, Time now) {
  return CoverMaker(facts, grouping).of_all(now);
}

std::string_view section_of(Time end, Time now) {
  const std::int64_t age = day_number(now) - day_number(end);
  const auto place = std::upper_bound(kDays.begin(), kDays.end(), age) - kDays.begin();
  return kNames[static_cast<std::size_t>(place)];
}

std::optional<Time> next_section_change(const Covers& covers, Time now) {
  const std::int64_t today = day_number(now);
  std::optional<std::int64_t> earliest;
  for (const auto& [model, items] : covers) {
    for (const CoverItem& item : items) {
      take_earlier(earliest, next_change_day(day_number(item.end), today));
    }
  }
  return start_of_day(earliest);
}

}  // namespace pyramid::plan
