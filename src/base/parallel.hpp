// Work over many independent items on a few threads.
#pragma once

#include <cstddef>
#include <functional>

namespace pyramid {

// Calls work(i) for every i in [0, count) on up to `threads` threads (0 or 1: on the caller's) and
// returns when all are done. Which thread does which item is open; the items must not depend on
// each other. work must not throw.
void parallel_for(std::size_t count, unsigned threads,
                  const std::function<void(std::size_t)>& work);

}  // namespace pyramid
