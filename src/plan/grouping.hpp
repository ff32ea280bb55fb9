// Which sources make which summary: the count policy of docs/design.md, "Tiers".
//
// A pure function of the facts, so every replica that holds the same files reaches the same groups.
#pragma once

#include "plan/facts.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::plan {

// A summary as it should be. start, end and count are those of its sources.
struct Group {
  Ulid id;
  std::string model;
  int tier = 0;
  std::vector<Ulid> sources;  // by (at, id); at of a summary is its start
  Time start, end;
  std::int64_t count = 0;
  bool exists = false;  // a file has this id
  // No sources are left, or too few while others wait, but a person edited its text: it stays as
  // the person's own statement, listed by check, and is never written again. start and end are as
  // recorded, count is 0.
  bool orphan = false;
  bool releases = false;  // an orphan whose file still lists sources that it would claim again
};

struct FactIndex;  // fact_index.hpp

struct Removal {
  Ulid id;
  std::string reason;
};

struct Grouping {
  std::vector<Group> groups;      // tier by tier, by model, by (start, id)
  std::vector<Removal> removals;  // summaries whose files go
};

// Applies these rules, tier by tier and model by model, until nothing changes:
//   - a source that is gone, inactive, of another model or of the wrong tier leaves;
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
// Depends on nothing but the facts as sets: not on the order of the vectors. Nonsense in a file (a
// wrong tier, a cycle, unknown ids, one source twice) is left out; of two facts with one id one
// counts. Takes O(n log n) for files as a sync leaves them.
Grouping group(const Facts& facts, const Rules& rules);
Grouping group(const FactIndex& facts, const Rules& rules);

// Id of a summary born from these sources.
Ulid summary_id(std::string_view model, int tier, Time start, const std::vector<Ulid>& sources);

}  // namespace pyramid::plan
