// What a fact of which nobody said how much it matters is worth.
#pragma once

#include <string_view>

namespace pyramid::engine::builtin::writing {

// 1 to 10 by a table of stems. Pure; any thread.
int importance_of(std::string_view statement);

}  // namespace pyramid::engine::builtin::writing
