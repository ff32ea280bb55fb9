// The policies behind group(), a file each. A policy looks at the summaries of its own alone.
#pragma once

#include "plan/fact_index.hpp"
#include "plan/grouping.hpp"
#include "pyramid/time.hpp"

namespace pyramid::plan {

Grouping count_groups(const FactIndex& facts, const Rules& rules);
Grouping calendar_groups(const FactIndex& facts, const Rules& rules, Time now);

// A summary without sources, which its policy has no group for: it goes with this reason, or stays
// as an orphan if a person edited it. Groups of `grouping` tell which sources it has to let go.
class Leftovers {
 public:
  Leftovers(const FactIndex& facts, Grouping& grouping);
  // Whether a group has this id already: its file is written over.
  [[nodiscard]] bool is_used(const Ulid& id) const { return ids_.contains(id); }
  void add(const FactIndex::Summary& fact, const char* reason);
  // Puts groups and removals into their order; call once, last.
  void finish();

 private:
  const FactIndex& facts_;
  Grouping& grouping_;
  IdMap ids_, held_;
  bool added_ = false;
};

}  // namespace pyramid::plan
