// What only several files together can get wrong: ids, tiers, cycles, dates.
#pragma once

#include "format/node.hpp"
#include "pyramid/error.hpp"
#include "pyramid/time.hpp"

#include <map>
#include <string>

namespace pyramid::ops {

using NodesByPath = std::map<std::string, format::Node>;

// Pure. Two files with one id (the one that does not count is named, with the one that does),
// summaries whose sources are of the wrong tier or lead back to themselves, without `inputs`, or
// without sources (a person's own statement), and times that lie more than a day ahead of `now`.
Diagnostics check_graph(const NodesByPath& nodes, Time now);

}  // namespace pyramid::ops
