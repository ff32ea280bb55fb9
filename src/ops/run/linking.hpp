// Nodes by what they link to, as the index has it.
#pragma once

#include "base/ulid.hpp"
#include "format/node.hpp"
#include "ops/nodes/working_set.hpp"
#include "pyramid/result.hpp"

#include <functional>
#include <set>
#include <string_view>

namespace pyramid::ops {

struct Run;

// Whether a link leads to one of the nodes: by what lies there or, where nothing does, by the end
// of its target's name, as the nodes of this call have it. Borrows both.
std::function<bool(std::string_view target)> leads_to_any(const WorkingSet& memory,
                                                          const std::set<Ulid>& nodes);

// The nodes of a kind of which a link leads to what is wanted; each is good during its call alone.
Status each_linking(const Run& run, format::Kind kind,
                    const std::function<bool(std::string_view target)>& wanted,
                    const std::function<void(const format::Node& node)>& take);
Status each_observation_linking(const Run& run,
                                const std::function<bool(std::string_view target)>& wanted,
                                const std::function<void(const format::Node& fact)>& take);

}  // namespace pyramid::ops
