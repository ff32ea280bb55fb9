// Things of one sentence of the sources that belong together otherwise: "12 kilometres on Mondays
// and 8 on Fridays" is not 8 on Mondays.
#pragma once

#include "engine/grounding/cover.hpp"

#include <optional>

namespace pyramid::engine::grounding {

// The number or time of the clause that a source tells of another of several things.
std::optional<Violation> mixed_up(const Clause& clause, const Facts& facts, const Cover& cover);

}  // namespace pyramid::engine::grounding
