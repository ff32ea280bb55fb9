// Nodes by what they link to, as the index has it.
#pragma once

#include "format/node.hpp"
#include "pyramid/result.hpp"

#include <functional>
#include <string_view>

namespace pyramid::ops {

struct Run;

// The nodes of a kind of which a link leads to what is wanted; each is good during its call alone.
Status each_linking(const Run& run, format::Kind kind,
                    const std::function<bool(std::string_view target)>& wanted,
                    const std::function<void(const format::Node& node)>& take);
Status each_observation_linking(const Run& run,
                                const std::function<bool(std::string_view target)>& wanted,
                                const std::function<void(const format::Node& fact)>& take);

}  // namespace pyramid::ops
