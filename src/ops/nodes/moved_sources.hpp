// A source that was renamed so that its name no longer tells which node it is, or tells another.
#pragma once

#include "base/digest.hpp"
#include "format/node.hpp"
#include "ops/nodes/working_set.hpp"
#include "plan/fact_index.hpp"

#include <map>
#include <string>
#include <vector>

namespace pyramid::ops {

// Where these sources of a summary, at which no file is any more, lie now; by the path that they
// had. What the summary records of what it was made from tells it: with nodes that no summary holds
// in their places the digest comes out. Where it does not, as another source changed at once, those
// are found that alone say what the link was called, the words of an observation; the others are
// not in the answer. Pure but for asking `memory` for nodes; `facts` are memory's.
std::map<std::string, std::string> moved_sources(const WorkingSet& memory,
                                                 const plan::FactIndex& facts,
                                                 const format::Node& summary,
                                                 const std::vector<std::string>& lost);

// Where sources lie whose names other nodes have now, as files that swapped names do; by the path
// that they had. `named`: for each source where the node lies that its link names by the tail of
// its id, "" for none. The recorded `inputs` come out with some of these, and not with what lies
// there.
std::map<std::string, std::string> swapped_sources(const WorkingSet& memory,
                                                   const std::vector<format::Edge>& sources,
                                                   const std::vector<std::string>& named,
                                                   const Digest& inputs);

}  // namespace pyramid::ops
