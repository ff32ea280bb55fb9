#include "base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

namespace pyramid {

void parallel_for(std::size_t count, unsigned threads,
                  const std::function<void(std::size_t)>& work) {
  const std::size_t used = std::min<std::size_t>(std::max(1U, threads), count);
  std::atomic<std::size_t> next{0};
  const auto run = [&] {
    for (std::size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) work(i);
  };
  std::vector<std::jthread> helpers;
  try {
    for (std::size_t i = 1; i < used; ++i) helpers.emplace_back(run);
  } catch (const std::system_error&) {  // no room for one more: fewer do it too
  }
  run();
}

}  // namespace pyramid
