// Conversations -> leaves of the topic tree.
#pragma once

#include "ops/run/run.hpp"
#include "ops/topics/topic_tree.hpp"
#include "pyramid/result.hpp"

namespace pyramid::ops {

// The leaves of every conversation as its file says them: new ones where leaves wait, those that
// grew or lost words where they lie. Leaves of what is gone go. A leaf that a person edited stays
// as it is. Where words went, the names of the folders above tell them no more. True if anything
// changed; not flushed, so that a dry run uses it too.
Result<bool> cut_leaves(Run& run, const TopicTree& tree);

// What was said in a leaf, as its file has it; kInvalid for a person's own words.
Result<format::Conversation> said_in_leaf(const WorkingSet& memory, const format::Node& leaf);

}  // namespace pyramid::ops
