// "No, it is Lisbon, not Porto": read, and told of what is known.
#include "engine/correcting.hpp"

#include "tests/support/catch.hpp"

#include <string>

namespace pyramid::engine::correcting_test {
namespace {

std::string told(const std::string& correction, const std::string& fact) {
  const auto bare = bare_correction(correction);
  if (!bare) return "no correction";
  const auto found = corrected(*bare, fact, {*parse_time("2026-05-12T10:00:00Z")});
  return found ? found->text : "not of this";
}

}  // namespace

TEST_CASE("correcting: what is denied is read through marks and chat spelling") {
  CHECK(told("It's Lisbon, **not** Porto.", "User lives in Porto.") == "User lives in Lisbon.");
  CHECK(told("*Not* Porto anymore, it's Lisbon now", "User lives in Porto.") ==
        "User lives in Lisbon.");
  CHECK(told("IT'S LISBON, NOT PORTO", "User lives in Porto.") == "no correction");
  CHECK(told("It's Lisbon, n*o*t Porto.", "User lives in Porto.") == "User lives in Lisbon.");
  CHECK(told("In Bremen, `nicht` in Kiel.", "User wohnt in Kiel.") != "no correction");
  CHECK(told("Another knot, no tea.", "User lives in Porto.") == "no correction");
}

TEST_CASE("correcting: a correction without its noun takes that of the fact with the wrong value") {
  CHECK(told("It is Lisbon, not Porto.", "User lives in Porto.") == "User lives in Lisbon.");
  CHECK(told("No, it's Lisbon, not Porto!", "User lives in Porto.") == "User lives in Lisbon.");
  CHECK(told("Sorry, Max, not Rex.", "User has a dog called Rex.") ==
        "User's dog is called Max, not Rex.");
  CHECK(told("No, it's on 4 May, not on 3 May.", "User's birthday is on 3 May.") ==
        "User's birthday is 4 May.");
  CHECK(told("No, it is the 4th, not the 3rd.", "User's birthday is on 3 May.") ==
        "User's birthday is 4 May.");
  CHECK(told("It's blue, not green.", "User's favourite colour is green.") ==
        "User's favourite colour is blue.");
  CHECK(told("It is Globex, not Acme.", "User works at Acme.") == "User works at Globex.");
  CHECK(told("It is Los Angeles, not New York.", "User lives in New York.") ==
        "User lives in Los Angeles.");
  CHECK(told("It is 35, not 34.", "User is 34 years old.") == "User is 35 years old.");
  CHECK(told("It is Braga, not Lisbon.", "User lives in Lisbon, not Porto.") ==
        "User lives in Braga.");
}

TEST_CASE("correcting: what the fact says besides is kept") {
  CHECK(told("It is Lisbon, not Porto.", "User lives in Porto with their wife Ana.") ==
        "User lives in Lisbon with their wife Ana.");
}

TEST_CASE("correcting: another value, another kind of fact and a whole sentence are left alone") {
  CHECK(told("It is Lisbon, not Porto.", "User lives in Braga.") == "not of this");
  CHECK(told("It is Lisbon, not Porto.", "User lives in Porto Alegre.") == "not of this");
  CHECK(told("It is Lisbon, not Porto.", "User visited Porto.") == "not of this");
  CHECK(told("It is Lisbon, not Porto.", "User no longer lives in Porto.") == "not of this");
  CHECK(told("It is Lisbon, not Porto.", "User lives in Lisbon, not Porto.") == "not of this");
  CHECK(told("User lives in Lisbon, not Porto.", "User lives in Porto.") == "no correction");
  CHECK(told("It is Lisbon.", "User lives in Porto.") == "no correction");
  CHECK(told("It is sunny, not that I mind the rain at all.", "User lives in Porto.") ==
        "no correction");
  CHECK(told("", "User lives in Porto.") == "no correction");
}

}  // namespace pyramid::engine::correcting_test
