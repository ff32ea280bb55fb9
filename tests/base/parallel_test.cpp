#include "base/parallel.hpp"

#include "tests/support/catch.hpp"

#include <atomic>
#include <thread>
#include <vector>

namespace parallel_test {

using namespace pyramid;

TEST_CASE("parallel_for: every item once, on any number of threads") {
  for (const unsigned threads : {0U, 1U, 2U, 7U}) {
    for (const std::size_t count : {0U, 1U, 2U, 1'000U}) {
      std::vector<int> seen(count, 0);  // written without a lock: each item has its own place
      parallel_for(count, threads, [&](std::size_t i) { ++seen[i]; });
      CHECK(seen == std::vector<int>(count, 1));
    }
  }
}

TEST_CASE("parallel_for: one thread is the caller's own, in order") {
  const std::thread::id here = std::this_thread::get_id();
  std::vector<std::size_t> order;
  bool elsewhere = false;
  parallel_for(100, 1, [&](std::size_t i) {
    order.push_back(i);
    elsewhere = elsewhere || std::this_thread::get_id() != here;
  });
  CHECK_FALSE(elsewhere);
  for (std::size_t i = 0; i < order.size(); ++i) CHECK(order[i] == i);
}

TEST_CASE("parallel_for: all work is visible when it returns") {
  std::atomic<std::size_t> sum{0};
  parallel_for(10'000, 4, [&](std::size_t i) { sum.fetch_add(i, std::memory_order_relaxed); });
  CHECK(sum.load(std::memory_order_relaxed) == 49'995'000);
}

}  // namespace parallel_test
