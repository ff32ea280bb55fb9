// What only several files together can get wrong: tiers, claims, cycles, dates.
#pragma once

#include "format/node.hpp"
#include "pyramid/error.hpp"
#include "pyramid/time.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>

namespace pyramid::ops {

using NodesByPath = std::map<std::string, format::Node>;

// Summaries, by path, of which a sync does not make what their file says.
struct NotWritten {
  std::set<std::string, std::less<>> left_out;  // another file has their id
  std::set<std::string, std::less<>> waiting;   // until a file that cannot be read is mended
};

// Pure. Summaries whose sources are of the wrong tier, listed by others too or lead back to
// themselves, without `inputs`, or without sources (a person's own statement), and times that lie
// more than a day ahead of `now`. Nothing of a summary that is left out.
Diagnostics check_graph(const NodesByPath& nodes, const NotWritten& not_written, Time now);

}  // namespace pyramid::ops
