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

TEST_CASE("evidence: how much of a turn asks") {
  CHECK(search::manner_of("").asking == 0);
  CHECK(search::manner_of("Who came? Ana did.").asking == 0.5);
  CHECK(search::manner_of("How was it?").asking == 1);
}

TEST_CASE("evidence: what tells of oneself, of somebody or of a number") {
  for (const char* turn :
       {"I signed up for a pottery class yesterday.", "My sister plays the cello.",
        "We've got a dog.", "The boiler was mended by Jonas.", "The ferry takes 5 hours.",
        "昨日は母と港へ行きました。"}) {
    INFO(turn);
    CHECK(search::manner_of(turn).telling == 1);
  }
}

TEST_CASE("evidence: what only answers the other one tells nothing") {
  for (const char* turn : {"That sounds great!", "Thanks, Melanie! So cool.", "Do I need a visa?",
                           "You should drain it once a year.", "Ana, that's lovely!"}) {
    INFO(turn);
    CHECK(search::manner_of(turn).telling == 0);
  }
  const double both = search::manner_of("Wow, lovely picture! I painted one like it.").telling;
  CHECK(both > 0);
  CHECK(both < 1);
}

}  // namespace pyramid::evidence_test
