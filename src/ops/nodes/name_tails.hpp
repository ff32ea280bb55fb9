// What the names of files tell of the nodes in them: each that the program gives ends with the last
// six characters of the id.
#pragma once

#include "ops/nodes/working_set.hpp"

#include <string>
#include <string_view>
#include <unordered_map>

namespace pyramid::ops {

// "…/moving-to-austin-7t5xbn.md" -> "7t5xbn"; "" when the name does not end like that.
std::string tail_in(std::string_view path);

// Where a link leads; of one that leads out of the workspace, as its file was moved by hand, what
// stands in it: the name at its end is good still.
std::string_view named_by(const format::Edge& edge);

// Paths by the tail of the id; "" where two nodes share it. Paths and not nodes: mending a file
// replaces its node.
using Tails = std::unordered_map<std::string, std::string>;

// Takes a look at every observation, summary and session.
Tails tails_of(const WorkingSet& memory);

// Where the target of a link lies now; "" where nobody knows. A later part is known by its first.
std::string place_of(const WorkingSet& memory, const Tails& tails, std::string_view target);

}  // namespace pyramid::ops
