// Where in the leaves of the topic tree an answer may stand.
#pragma once

#include "base/ulid.hpp"
#include "format/node.hpp"
#include "ops/run/opened.hpp"
#include "ops/topics/topic_tree.hpp"
#include "pyramid/result.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace pyramid::ops {

struct LeafHit {
  std::int64_t turn = 0;  // as its `^tN` numbers it
  double score = 0;       // of search, 0..1
};

// What search finds in conversations, by the leaf that has the turn, and in leaves of a person's
// own words (there of turn 0); best first each. Of a turn that was cut the first leaf counts.
// Nothing of turns that speak to the assistant. Failures as search_memory() has them.
Result<std::map<Ulid, std::vector<LeafHit>>> find_leaf_hits(Services& services, Opened& opened,
                                                            const TopicTree& tree,
                                                            const std::string& query);

// Of a leaf's file at most so many bytes (but for "…" where something is left out): the turns that
// were found, best first as many as go in, in their order. Of the best as much as goes in, if that
// is longer; the beginning of a leaf that has no turns. kInvalid for a head that is none.
Result<std::string> part_of_leaf(const std::string& file, const format::Node& leaf,
                                 const std::vector<LeafHit>& hits, std::size_t most);

}  // namespace pyramid::ops
