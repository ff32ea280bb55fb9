// An observation in several clauses, as one plain sentence each.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::builtin::writing {

// "User is Dario, they are 34, and they live in Turin." -> "User is Dario.", "User is 34 years
// old.", "User lives in Turin.", where each clause is sure to be about the user; any other sentence
// comes back whole. What was asked of whoever heard it, ", please never suggest it", is left out:
// it is no fact.
std::vector<std::string> plain_clauses(std::string_view sentence);

}  // namespace pyramid::engine::builtin::writing
