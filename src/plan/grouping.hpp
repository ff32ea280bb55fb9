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
  bool orphan = false;  // no sources left, but a person edited its text: it stays, listed by check
};

struct Removal {
  Ulid id;
  std::string reason;
};

struct Grouping {
  std::vector<Group> groups;      // tier by tier, by model, by (start, id)
  std::vector<Removal> removals;  // summaries whose files go
};

// Applies the rules in their fixed order, tier by tier, by id, until nothing changes: sources that
// are gone or inactive leave; empty summaries go; a source that two claim stays with the smaller
// id; late arrivals join the group whose span covers them; groups past 2 x step split, the older
// half keeping the id; a group left under step/2 while others wait is dissolved; then every `step`
// oldest waiting sources found a new group. New ids derive from model, policy, tier and the source
// ids at birth, with the start as time.
Grouping group(const Facts& facts, const Rules& rules);

// Id of a summary born from these sources.
Ulid summary_id(std::string_view model, int tier, Time start, const std::vector<Ulid>& sources);

}  // namespace pyramid::plan
