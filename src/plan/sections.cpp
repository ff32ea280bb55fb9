#include "plan/sections.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace pyramid::plan {

namespace {

struct Span {
  std::string_view name;
  std::int64_t days;  // an item of fewer days ago belongs here
};
constexpr std::array<Span, 5> kSpans = {{{"last-3-days", 3},
                                         {"this-week", 7},
                                         {"this-month", 31},
                                         {"this-quarter", 92},
                                         {"this-year", 366}}};
constexpr std::string_view kEarlier = "earlier";

std::int64_t days_ago(Time end, Time now) { return day_number(now) - day_number(end); }

void consider(std::optional<Time>& next, Time end, Time now) {
  const std::int64_t age = days_ago(end, now);
  for (const Span& span : kSpans) {
    if (age >= span.days) continue;
    const Time change{(day_number(end) + span.days) * kSecondsPerDay};
    if (!next || change < *next) next = change;
    return;
  }
}

}  // namespace

std::map<std::string, std::vector<CoverItem>> covers(const Facts& facts, const Grouping& grouping) {
  std::unordered_map<Ulid, Digest> digests;
  for (const SummaryFact& one : facts.summaries) digests.emplace(one.id, one.digest);
  std::unordered_set<Ulid> held;
  for (const Group& group : grouping.groups)
    held.insert(group.sources.begin(), group.sources.end());

  std::map<std::string, std::vector<CoverItem>> covers;
  for (const Group& group : grouping.groups) {
    if (held.contains(group.id)) continue;
    const auto digest = digests.find(group.id);
    covers[group.model].push_back({group.id, true, group.start, group.end,
                                   digest == digests.end() ? Digest{} : digest->second});
  }
  for (const ObservationFact& one : facts.observations) {
    if (!one.active || one.model.empty() || held.contains(one.id)) continue;
    covers[one.model].push_back({one.id, false, one.at, one.at, one.digest});
  }
  for (auto& [model, items] : covers) {
    std::sort(items.begin(), items.end(), [](const CoverItem& a, const CoverItem& b) {
      return std::tie(a.end, a.id) < std::tie(b.end, b.id);
    });
  }
  return covers;
}

std::string_view section_of(Time end, Time now) {
  const std::int64_t age = days_ago(end, now);
  for (const Span& span : kSpans) {
    if (age < span.days) return span.name;
  }
  return kEarlier;
}

std::optional<Time> next_section_change(const Facts& facts, Time now) {
  std::optional<Time> next;
  for (const ObservationFact& one : facts.observations) consider(next, one.at, now);
  for (const SummaryFact& one : facts.summaries) consider(next, one.end, now);
  return next;
}

}  // namespace pyramid::plan
