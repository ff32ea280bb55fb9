// What of a text gives way: to newer facts, and to what a person wrote.
#include "engine/builtin/writing/overriding.hpp"

#include "engine/builtin/writing/overruled.hpp"
#include "tests/engine/written_support.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <vector>

namespace pyramid::engine::overriding_test {
namespace {

namespace writing = builtin::writing;
using Texts = std::vector<std::string>;

Texts texts_of(const std::vector<writing::Fact>& facts) {
  Texts texts;
  for (const writing::Fact& fact : facts) texts.push_back(fact.text);
  return texts;
}

// What is left of facts in order of time.
Texts current(const Texts& lines) {
  const std::vector<SourceText> sources = all_said(lines);
  std::vector<writing::Fact> facts = writing::facts_of(sources, true);
  writing::drop_replaced(facts, false);
  return texts_of(facts);
}

// What is left of facts beside a person's words.
Texts beside(std::string_view own, const Texts& lines) {
  const std::vector<SourceText> sources = all_said(lines);
  std::vector<writing::Fact> facts = writing::facts_of(sources, true);
  writing::drop_overruled(facts, own);
  return texts_of(facts);
}

}  // namespace

TEST_CASE("overriding: an event that was put off is told with its new day alone") {
  CHECK(current({"2026-05-01 Pipette 0.4 ships on 20 May 2026.",
                 "2026-05-12 Pipette 0.4 will ship on 27 May 2026 instead."}) ==
        Texts{"Pipette 0.4 will ship on 27 May 2026 instead."});
  CHECK(current({"2026-05-01 User flies to Rome on 20 May 2026.",
                 "2026-05-12 User will fly to Rome on 27 May 2026 instead."}) ==
        Texts{"User will fly to Rome on 27 May 2026 instead."});
  // Another version, another day of the same, and what happened, stay.
  for (const Texts& both : std::vector<Texts>{{"2026-05-01 Pipette 0.4 ships on 20 May 2026.",
                                               "2026-05-12 Pipette 0.5 ships on 27 June 2026."},
                                              {"2026-05-01 User sees the dentist on 20 May 2026.",
                                               "2026-05-12 User sees the dentist on 27 May 2026."},
                                              {"2026-05-01 Mia visited Rome on 2 April 2026.",
                                               "2026-05-12 Mia visited Rome on 27 April 2026."}}) {
    INFO(both[0]);
    CHECK(current(both).size() == 2);
  }
}

TEST_CASE("overriding: what somebody will not do takes the plan away") {
  CHECK(current({"2026-05-06 User is moving to Dresden on 1 July 2026.",
                 "2026-05-13 User is not moving to Dresden, they are staying in Leipzig."})
            .size() == 1);
  CHECK(current({"2026-05-06 User likes olives.", "2026-05-13 User doesn't like olives."}).size() ==
        1);
  for (const Texts& both : std::vector<Texts>{
           {"2026-05-06 User drinks coffee.", "2026-05-13 User does not drink coffee after 3."},
           {"2026-05-06 User is moving to Dresden.", "2026-05-13 User is not moving to Berlin."},
           {"2026-05-06 User is running 5 km.", "2026-05-13 User is not running on Thursday."},
           {"2026-05-06 Mia eats fish.", "2026-05-13 User does not eat fish."}}) {
    INFO(both[1]);
    CHECK(current(both).size() == 2);
  }
}

TEST_CASE("overriding: what an older fact takes for granted is told otherwise") {
  CHECK(current({"2026-01-06 User's manager Priya is great.",
                 "2026-05-13 User's new manager is Henrik."}) ==
        Texts{"User's new manager is Henrik."});
  CHECK(current({"2026-01-06 User has lived in Bristol for nine years.",
                 "2026-05-13 User moved to Edinburgh on 31 July 2026."})
            .size() == 1);
  CHECK(current({"2026-01-06 User's manager Priya is great.",
                 "2026-05-13 User's manager is Priya Nair."})
            .size() == 2);
  CHECK(current(
            {"2026-01-06 User's friend Priya is great.", "2026-05-13 User's new friend is Henrik."})
            .size() == 2);
}

TEST_CASE("overriding: what a sentence says to be over goes from the text") {
  CHECK(current({"2026-01-06 User uses Jira.", "2026-05-13 User switched from Jira to Linear."}) ==
        Texts{"User switched from Jira to Linear."});
}

TEST_CASE("overruled: a person's sentence stands for the fact that it corrected") {
  CHECK(beside("The user's father is 72 years old.",
               {"2026-05-01 User's father is 73 years old.", "2026-05-01 Mia is 8 years old."}) ==
        Texts{"Mia is 8 years old."});
  CHECK(beside("- The vet kept Biscuit two nights and he is fine.",
               {"2026-05-01 The vet kept Biscuit for a whole week and he is fine."})
            .empty());
  CHECK(beside("[4] User saved 26000 pounds in the last nine years.",
               {"2026-05-01 User saved 25000 pounds in the last ten years."})
            .empty());
}

TEST_CASE("overruled: other facts of the same kind stay beside a person's words") {
  const Texts other = {
      "2026-05-01 User ran 10 km.", "2026-05-01 User bought a phone for 260 pounds.",
      "2026-05-01 Mia likes dogs.", "2026-05-01 User ran 21 km in Leith on 3 May 2026.",
      "2026-05-01 User plays chess."};
  CHECK(beside("User ran 8 km. User bought shoes for 80 pounds. Mia likes horses. User ran 16 km "
               "in Leith on 20 April 2026. My own words.",
               other)
            .size() == other.size());
}

}  // namespace pyramid::engine::overriding_test
