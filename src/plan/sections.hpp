// The non-overlapping cover of a model, sorted into time sections.
#pragma once

#include "plan/fact_index.hpp"
#include "plan/facts.hpp"
#include "plan/grouping.hpp"
#include "pyramid/zone.hpp"

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
  // Observations below a summary that stand elsewhere on the page, and are not told again here.
  std::vector<Ulid> told = {};
  std::int64_t bytes = 0;  // of its text
};

// The day of a sync, by whose beginning sections are cut: so they change once a day at most.
struct Today {
  Today(Time now, const Zone& whose) : zone(whose), begin(whose.start_of(whose.date_of(now))) {}
  Zone zone;
  Time begin;
};

using Covers = std::map<std::string, std::vector<CoverItem>>;  // by model

// What each model's sections read: from the summaries that no other holds and the observations
// that wait, downwards. A summary stands in the section where it ends; one that reaches back
// further than that section is long gives way to its own sources, so that "This Week" tells of this
// week; not one that is all later than today. So does one that a person edited, but for what the
// person wrote, which stands where the summary ends; what the person took out of it stays out of
// what stands in its place. Of `told`, observations that stand elsewhere on their page, none is an
// item. Points into the facts and the grouping, which must outlive it.
class CoverMaker {
 public:
  CoverMaker(const FactIndex& facts, const Grouping& grouping, const FactIndex::Numbers& told = {});

  // Oldest first, by (end, id). A summary that is not written yet has a zero digest.
  [[nodiscard]] std::vector<CoverItem> of(const std::string& model, const Today& today) const;
  [[nodiscard]] Covers of_all(const Today& today) const;

  // What a model's description is made from: the summaries of its highest tier, whatever the time;
  // without any, the observations that wait.
  [[nodiscard]] Covers tops() const;

 private:
  [[nodiscard]] CoverItem item_of(FactIndex::Number observation) const;
  [[nodiscard]] CoverItem item_of(const Group& group) const;
  [[nodiscard]] CoverItem less_told(const Group& group) const;  // its item without `told`
  [[nodiscard]] bool is_told(FactIndex::Number observation) const {
    return !is_told_.empty() && is_told_[observation];
  }
  template <typename Take>
  void each_source(const Group& group, const Take& take) const;
  // The edited summaries above an item, and a digest of what was done to them; none: zero.
  struct Above {
    std::vector<Ulid> edited;
    Digest own;
  };
  static void put(std::vector<CoverItem>& items, CoverItem item, const Above& above);
  void add(std::vector<CoverItem>& items, const Group& group, const Today& today,
           const Above& above) const;

  const FactIndex& facts_;
  const Grouping& grouping_;
  std::map<std::string, std::vector<const Group*>> roots_;
  std::vector<bool> is_told_;                              // by number
  std::map<const Group*, FactIndex::Numbers> told_below_;  // of groups that hold some
};

Covers covers(const FactIndex& facts, const Grouping& grouping, const Today& today);

// Newest first: "last-3-days" … "earlier".
std::span<const std::string_view> section_names();

// "last-3-days" (no more than 72 hours before the day began), "this-week" (7 days), "this-month"
// (30), "this-quarter" (90), "this-year" (365), "earlier": so what is no older than that at any
// time of the day is there. An item belongs where its end falls; the future counts as today.
std::string_view section_of(Time end, const Today& today);

// When the first day begins on which some item changes its section; nullopt: never. Until then the
// same files give the same plan.
std::optional<Time> next_section_change(const Covers& covers, const Today& today);

}  // namespace pyramid::plan
