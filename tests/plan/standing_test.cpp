// What MEMORY.md tells whatever its age.
#include "plan/standing.hpp"

#include "tests/support/catch.hpp"

#include <string>
#include <vector>

namespace pyramid::plan::standing_test {

namespace {

Ulid id(std::uint8_t last) {
  Ulid made;
  made.bytes[15] = last;
  return made;
}

ObservationFact fact(std::uint8_t last, int importance, Holds holds, std::uint8_t successor = 0) {
  ObservationFact made;
  made.id = id(last);
  made.at = Time{last};
  made.model = "user";
  made.importance = importance;
  made.holds = holds;
  if (successor != 0) {
    made.active = false;
    made.superseded_by = id(successor);
  }
  return made;
}

// By the last byte of their ids.
std::vector<int> standing(const std::vector<ObservationFact>& facts) {
  const FactIndex index(Facts{facts, {}, {}});
  std::vector<int> found;
  for (const FactIndex::Number number : standing_facts(index, Rules())) {
    found.push_back(index.observation(number).id.bytes[15]);
  }
  return found;
}

}  // namespace

TEST_CASE("standing: what is told of a day passes, what holds for good is told whatever its age") {
  CHECK(standing({fact(1, 8, Holds::kForGood), fact(2, 8, Holds::kForNow)}) == std::vector<int>{1});
}

TEST_CASE(
    "standing: what takes the place of a fact that is told whatever its age is told so, too") {
  // "Lives in Porto", and then "I moved to Lisbon".
  CHECK(standing({fact(1, 8, Holds::kForGood, 2), fact(2, 7, Holds::kForNow)}) ==
        std::vector<int>{2});
  CHECK(standing({fact(1, 8, Holds::kForGood, 2), fact(2, 7, Holds::kForNow, 3),
                  fact(3, 4, Holds::kForNow)}) == std::vector<int>{3});
  // A passing one leaves nothing.
  CHECK(standing({fact(1, 5, Holds::kForNow, 2), fact(2, 7, Holds::kForNow)}).empty());
}

TEST_CASE("standing: a successor that is gone, or out of use itself, takes nothing over") {
  CHECK(standing({fact(1, 8, Holds::kForGood, 2)}).empty());
  ObservationFact held_back = fact(2, 7, Holds::kForNow);
  held_back.active = false;
  CHECK(standing({fact(1, 8, Holds::kForGood, 2), held_back}).empty());
}

TEST_CASE("standing: a fact in use hands nothing on, whatever it links") {
  ObservationFact in_use = fact(1, 8, Holds::kForGood, 2);
  in_use.active = true;
  FactIndex index(Facts{{fact(2, 4, Holds::kForNow)}, {}, {}});
  index.put(in_use);
  const std::vector<FactIndex::Number> found = standing_facts(index, Rules());
  REQUIRE(found.size() == 1);
  CHECK(index.observation(found.front()).id == in_use.id);
}

TEST_CASE("standing: successors that a person linked in a circle end nothing") {
  CHECK(standing({fact(1, 8, Holds::kForGood, 2), fact(2, 8, Holds::kForGood, 1),
                  fact(3, 8, Holds::kForGood)}) == std::vector<int>{3});
}

}  // namespace pyramid::plan::standing_test
