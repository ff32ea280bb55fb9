#include "plan/retrieve.hpp"

#include "tests/plan/world.hpp"
#include "tests/support/catch.hpp"

namespace pyramid::retrieve_test {

using test::hour;
using test::World;

TEST_CASE("retrieve: the last three summaries of each tier, coarse and old first") {
  World world;
  world.rules.policy = plan::Policy::kCalendar;
  world.rules.step = 3;
  for (int i = 0; i < 11; ++i) world.add(hour(24 * i + 7), "day " + std::to_string(i));
  world.now = hour(24 * 11);
  world.sync();
  const plan::Grouping grouping = world.grouping();
  std::vector<std::pair<int, Time>> found;
  for (const plan::Group* group : plan::last_of_each_tier(grouping, "user")) {
    found.emplace_back(group->tier, *group->bucket);
  }
  CHECK(found == std::vector<std::pair<int, Time>>{{2, hour(0)},
                                                   {1, hour(0)},
                                                   {1, hour(24 * 3)},
                                                   {1, hour(24 * 6)},
                                                   {0, hour(24 * 8)},
                                                   {0, hour(24 * 9)},
                                                   {0, hour(24 * 10)}});
  CHECK(plan::last_of_each_tier(grouping, "user", 1).size() == 3);
  CHECK(plan::last_of_each_tier(grouping, "kestrel").empty());
}

TEST_CASE("retrieve: summaries that have no file yet are not there to be read") {
  World world;
  world.add_many(30);
  CHECK(plan::last_of_each_tier(world.grouping(), "user").empty());
  world.sync();
  CHECK(plan::last_of_each_tier(world.grouping(), "user").size() == 3);
}

}  // namespace pyramid::retrieve_test
