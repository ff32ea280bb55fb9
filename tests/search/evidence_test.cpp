#include "search/evidence.hpp"

#include "tests/support/catch.hpp"

namespace pyramid::evidence_test {

TEST_CASE("evidence: questions for a time") {
  for (const char* query : {"When did I move?", "how long have we lived here", "What year was it?",
                            "which day is bin day"}) {
    INFO(query);
    CHECK(search::asks_for_time(query));
  }
  for (const char* query : {"", "how", "How many eggs?", "What did I say when it rained?"}) {
    INFO(query);
    CHECK_FALSE(search::asks_for_time(query));
  }
}

TEST_CASE("evidence: a text that tells a time") {
  for (const char* text : {"I went yesterday.", "We met last week.", "Two years ago!", "In June.",
                           "It was built in 1974.", "a few months later"}) {
    INFO(text);
    CHECK(search::tells_time(text));
  }
  for (const char* text : {"", "It may rain.", "At last!", "Room 204", "This is it."}) {
    INFO(text);
    CHECK_FALSE(search::tells_time(text));
  }
}

TEST_CASE("evidence: how much of a text asks") {
  CHECK(search::part_asking("") == 0);
  CHECK(search::part_asking("Who came? Ana did.") == 0.5);
  CHECK(search::part_asking("Ana: How was it?") == 1);
}

}  // namespace pyramid::evidence_test
