#include "plan/sections.hpp"

#include "plan/fact_index.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

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

std::optional<Time> start_of_day(std::optional<std::int64_t> day) {
  if (!day) return std::nullopt;
  return Time{*day * kSecondsPerDay};
}

}  // namespace

std::span<const std::string_view> section_names() { return kNames; }

Covers covers(const Facts& facts, const Grouping& grouping) {
  return covers(FactIndex(facts), grouping);
}

Covers covers(const FactIndex& facts, const Grouping& grouping) {
  IdMap held(facts.observations.size() + grouping.groups.size());
  for (const Group& group : grouping.groups) {
    for (const Ulid& source : group.sources) held.insert(source, 0);
  }
  Covers covers;
  for (const Group& group : grouping.groups) {
    if (held.contains(group.id) || group.model.empty()) continue;
    CoverItem item{group.id, true, group.start, group.end, {}};
    const auto known = facts.summary_at.find(group.id);
    if (known) item.digest = facts.summaries[*known]->digest;
    covers[group.model].push_back(item);
  }
  for (const ObservationFact* fact : facts.observations) {
    if (held.contains(fact->id)) continue;
    covers[fact->model].push_back({fact->id, false, fact->at, fact->at, fact->digest});
  }
  for (auto& [model, items] : covers) {
    std::sort(items.begin(), items.end(), [](const CoverItem& a, const CoverItem& b) {
      return a.end != b.end ? a.end < b.end : a.id < b.id;
    });
  }
  return covers;
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

std::optional<Time> next_section_change(const Facts& facts, Time now) {
  const std::int64_t today = day_number(now);
  std::optional<std::int64_t> earliest;
  for (const ObservationFact& fact : facts.observations) {
    take_earlier(earliest, next_change_day(day_number(fact.at), today));
  }
  for (const SummaryFact& fact : facts.summaries) {
    take_earlier(earliest, next_change_day(day_number(fact.end), today));
  }
  return start_of_day(earliest);
}

}  // namespace pyramid::plan
