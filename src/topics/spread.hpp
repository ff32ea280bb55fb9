// Which of what lies in a folder its text rests on, where it is too much to be read at once.
//
// Pure; any thread.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pyramid::topics {

// Positions, ascending: all, or so many, evenly over the list and the first among them, that they
// come to about `most` tokens if those that are left out are as long as the others. At least one of
// any list.
std::vector<std::size_t> spread(std::span<const std::size_t> tokens, std::size_t most);

}  // namespace pyramid::topics
