// What only several files together can get wrong: tiers, claims, cycles, dates.
#pragma once

#include "format/node.hpp"
#include "pyramid/error.hpp"
#include "pyramid/time.hpp"

#include <map>
#include <string>

namespace pyramid::ops {

using NodesByPath = std::map<std::string, format::Node>;

// Pure. Summaries whose sources are of the wrong tier, listed by others too or lead back to
// themselves, without `inputs`, or without sources (a person's own statement), and times that lie
// more than a day ahead of `now`.
Diagnostics check_graph(const NodesByPath& nodes, Time now);

}  // namespace pyramid::ops
