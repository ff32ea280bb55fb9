// Which older facts of a text newer ones take the place of: by the relations that hold one value
// (relations.hpp), by what a sentence says to be over (engine/ending.hpp), and by what a newer fact
// lets see of an older one (outdating.hpp). A rule that is not sure leaves both.
// Pure; any thread.
#pragma once

#include "engine/builtin/writing/facts.hpp"

#include <vector>

namespace pyramid::engine::builtin::writing {

// Drops every fact that a later one replaces. `facts` are in order of time. With `keep_history`, an
// event of the past that tells its own time stays: it happened.
void drop_replaced(std::vector<Fact>& facts, bool keep_history);

}  // namespace pyramid::engine::builtin::writing
