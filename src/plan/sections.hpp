// The non-overlapping cover of a model, sorted into time sections.
#pragma once

#include "plan/facts.hpp"
#include "plan/grouping.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::plan {

// One source of a synthesis: a summary or an observation that no summary covers.
struct CoverItem {
  Ulid id;
  bool is_summary = false;
  Time start, end;  // both = at for an observation
  Digest digest;
};

using Covers = std::map<std::string, std::vector<CoverItem>>;  // by model

// All summaries of the highest tier; of each lower tier those no summary of a higher tier holds;
// then the observations that no summary holds. Oldest first, by (end, id). A summary that is not
// written yet has a zero digest.
Covers covers(const Facts& facts, const Grouping& grouping);
Covers covers(const FactIndex& facts, const Grouping& grouping);

// Newest first: "last-3-days" … "earlier".
std::span<const std::string_view> section_names();

// "last-3-days" (under 3 days ago, counted in UTC calendar days), "this-week" (under 7),
// "this-month" (under 31), "this-quarter" (under 92), "this-year" (under 366), "earlier". An item
// belongs where its end falls; the future counts as today.
std::string_view section_of(Time end, Time now);

// The first instant after `now` at which some item changes its section; nullopt: never. Until then
// the same files give the same plan.
std::optional<Time> next_section_change(const Covers& covers, Time now);
// The same without a grouping: looks at every observation and summary, so it may name an instant at
// which nothing changes yet, but never one that is too late.
std::optional<Time> next_section_change(const Facts& facts, Time now);

}  // namespace pyramid::plan
