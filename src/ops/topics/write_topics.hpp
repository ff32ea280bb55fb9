// The topic tree of a workspace whose `policy` has topics: from conversations to leaves, folders,
// their summaries and the table of contents.
#pragma once

#include "ops/run/run.hpp"
#include "pyramid/result.hpp"
#include "pyramid/steps.hpp"

#include <vector>

namespace pyramid::ops {

// Leaves are cut, files move to where they belong, summaries whose children changed are written
// again, the deepest first. Where the policy has no topics, what no person edited goes. A folder
// whose text fails waits for the next sync, and so does what reads it. Not all is flushed.
Status write_topics(Run& run);

// Whether another engine or recipe wrote it than would now.
bool is_topic_outdated(const Run& run, const format::Node& summary);

// What each folder and the table of contents list, as the files lie now: no text is written, and a
// sync that follows finds what changed. Not flushed.
Status relist_topics(Run& run);

// The same as write_topics() up to the texts: nothing is asked, and what was put is not to be
// flushed. `bytes` of each text that would be written: what the engine would read.
struct PlannedTopics {
  std::vector<std::size_t> bytes;
};
Result<PlannedTopics> plan_topics(Run& run);

}  // namespace pyramid::ops
