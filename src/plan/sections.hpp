// The non-overlapping cover of a model, sorted into time sections.
#pragma once

#include "plan/fact_index.hpp"
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
  Digest digest;    // of what is read of it, and of what was struck out of those in `under`
  // Of a summary, what a person wrote into it and nothing else: its sources stand for the rest.
  bool own_words = false;
  // Summaries above it that gave way and that a person edited, from the top: what was struck out of
  // them is struck out of this too.
  std::vector<Ulid> under = {};
};

using Covers = std::map<std::string, std::vector<CoverItem>>;  // by model

// What each model's sections read: from the summaries that no other holds and the observations
// that wait, downwards. A summary stands in the section where it ends; one that reaches back
// further than that section is long gives way to its own sources, so that "This Week" tells of this
// week. So does one that a person edited, but for what the person wrote, which stands where the
// summary ends; what the person took out of it stays out of what stands in its place.
// Points into the facts and the grouping, which must outlive it.
class CoverMaker {
 public:
  CoverMaker(const FactIndex& facts, const Grouping& grouping);

  // Oldest first, by (end, id). A summary that is not written yet has a zero digest.
  [[nodiscard]] std::vector<CoverItem> of(const std::string& model, Time now) const;
  [[nodiscard]] Covers of_all(Time now) const;

  // What a model's description is made from: the summaries of its highest tier, whatever the time;
  // without any, the observations that wait.
  [[nodiscard]] Covers tops() const;

 private:
  [[nodiscard]] CoverItem item_of(FactIndex::Number observation) const;
  [[nodiscard]] CoverItem item_of(const Group& group) const;
  template <typename Take>
  void each_source(const Group& group, const Take& take) const;
  // The edited summaries above an item, and a digest of what was done to them; none: zero.
  struct Above {
    std::vector<Ulid> edited;
    Digest own;
  };
  static void put(std::vector<CoverItem>& items, CoverItem item, const Above& above);
  void add(std::vector<CoverItem>& items, const Group& group, Time now, const Above& above) const;

  const FactIndex& facts_;
  const Grouping& grouping_;
  std::map<std::string, std::vector<const Group*>> roots_;
};

Covers covers(const FactIndex& facts, const Grouping& grouping, Time now);

// Newest first: "last-3-days" … "earlier".
std::span<const std::string_view> section_names();

// "last-3-days" (under 3 days ago, counted in UTC calendar days), "this-week" (under 7),
// "this-month" (under 31), "this-quarter" (under 92), "this-year" (under 366), "earlier". An item
// belongs where its end falls; the future counts as today.
std::string_view section_of(Time end, Time now);

// The first instant after `now` at which some item changes its section; nullopt: never. Until then
// the same files give the same plan.
std::optional<Time> next_section_change(const Covers& covers, Time now);

}  // namespace pyramid::plan
