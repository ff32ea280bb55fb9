// Which sources make which summary (docs/design.md, "Grouping").
//
// A pure function of the facts, the rules and, for the calendar, now: every replica that holds the
// same files reaches the same groups.
#pragma once

#include "plan/fact_index.hpp"
#include "plan/facts.hpp"
#include "pyramid/time.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::plan {

// A summary as it should be. start, end and count are those of its sources.
struct Group {
  Ulid id;
  std::string model;
  int tier = 0;
  // By (at, id); at of a summary is its start. Empty for a group that is as listed: then they are
  // those of the file (list_sources()), and a hundred thousand of them need not be copied.
  std::vector<Ulid> sources;
  // Where they stand: of tier 0 their numbers in FactIndex, above in Grouping::groups.
  std::vector<std::uint32_t> source_at;
  Time start, end;
  std::int64_t count = 0;
  bool exists = false;                          // a file has this id
  FactIndex::Number number = FactIndex::kNone;  // of that file
  bool as_listed = false;  // known to be just what that file lists, in that order
  // No sources are left, or too few while others wait, but a person edited its text: it stays as
  // the person's own statement, listed by check: with the person's words alone. start and end are
  // as recorded, count is 0.
  bool orphan = false;
  bool releases = false;  // an orphan whose file still lists sources that it would claim again
  std::optional<Time>
      bucket;  // calendar: the first day of which it is about, as its midnight in UTC
};

struct Removal {
  Ulid id;
  std::string reason;
};

struct Grouping {
  std::vector<Group> groups;      // tier by tier, by model, by (start, id)
  std::vector<Removal> removals;  // summaries whose files go
  // Observations in no group, by model, by (at, id).
  std::map<std::string, FactIndex::Numbers> waiting;
  // By the number of a summary where its group stands in `groups`; kNone: nowhere.
  std::vector<std::uint32_t> group_of;
};

// The ids of a group's sources, also of one that is as listed.
std::vector<Ulid> sources_of(const FactIndex& facts, const Group& group);
// Fills in the sources of all groups.
void list_sources(const FactIndex& facts, Grouping& grouping);

// `count` applies these rules, tier by tier and model by model, until nothing changes:
//   - a source that is gone, inactive, of another model or of the wrong tier leaves;
//   - a summary that comes again with the id of one that is gone is a source of those that list it;
//   - a source that several list stays with the smallest id; when that one lets it go, the next of
//     them gets it;
//   - a summary without sources goes;
//   - a late arrival, one that sorts between the first and the last source of a group, joins it;
//   - a group with less than step/2 sources is dissolved while other sources wait;
//   - one with more than 2 x step splits: the older half keeps the id;
//   - then every `step` oldest waiting sources found a new group.
// An edited summary never goes: it becomes an orphan instead. Orphans are sources of the next tier
// like any other summary. New ids derive from model, policy, tier and the source ids at birth, with
// the start as time.
//
// `calendar`: tier n has buckets of span_days x step^n days of the rules' zone, aligned to the
// Unix epoch. A bucket
// that is over by `now`, or has its file already, makes one summary of each model that has sources
// in it: the observations of tier 0's bucket, the summaries of tier n that lie in one of tier n
// + 1. Ids derive from model, tier and the bucket's start alone. A summary that no bucket asks for
// goes, or is an orphan if a person edited it; an orphan is nobody's source until its bucket has
// sources again. As now grows, groups are only added.
//
// Summaries of the other policy go too, or become orphans. Depends on nothing but the facts as
// sets: not on the order of the vectors. Nonsense in a file (a wrong tier, a cycle, unknown ids,
// one source twice) is left out. Files as a sync leaves them take time in proportion to their
// number.
Grouping group(const FactIndex& facts, const Rules& rules, Time now);

// The first instant after `now` at which time alone may add groups; nullopt: never.
std::optional<Time> next_group_change(const FactIndex& facts, const Rules& rules, Time now);

// Id of a summary of policy count, born from these sources.
Ulid summary_id(std::string_view model, int tier, Time start, const std::vector<Ulid>& sources);
// Id of the summary of a bucket that begins then.
Ulid calendar_summary_id(std::string_view model, int tier, Time bucket);

}  // namespace pyramid::plan
