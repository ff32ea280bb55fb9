// What a text rests on, of a great many.
#include "topics/spread.hpp"

#include "tests/support/catch.hpp"

namespace spread_test {

using pyramid::topics::spread;
using Positions = std::vector<std::size_t>;

TEST_CASE("spread: all of what is not too much") {
  CHECK(spread(std::vector<std::size_t>{}, 10).empty());
  CHECK(spread(std::vector<std::size_t>{4, 6}, 10) == Positions{0, 1});
}

TEST_CASE("spread: of too much some, evenly and from the beginning") {
  CHECK(spread(std::vector<std::size_t>(8, 5), 20) == Positions{0, 2, 4, 6});
  CHECK(spread(std::vector<std::size_t>(10'000, 2'000), 16'000).size() == 8);
}

TEST_CASE("spread: one of what is longer than all that is to be read") {
  CHECK(spread(std::vector<std::size_t>{50, 50}, 20) == Positions{0});
}

}  // namespace spread_test
