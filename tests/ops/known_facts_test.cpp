// What an import makes of a fact that an earlier conversation said, or that a later one corrects.
#include "tests/ops/fixture.hpp"
#include "tests/support/facts_as_said.hpp"

#include <array>
#include <string_view>

namespace known_facts_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr const char* kFirst = "11111111-1111-4111-8111-111111111111";
constexpr const char* kSecond = "22222222-2222-4222-8222-222222222222";
constexpr const char* kThird = "33333333-3333-4333-8333-333333333333";

// What is said is a fact as it stands.
struct Facts : Fixture {
  Facts() { use_engine(std::make_unique<FactsAsSaid>()); }
};

// What becomes of what the earlier conversation said, once the later one is known.
enum class Fate { kStays, kSuperseded, kSeenAgain };

struct Scenario {
  const char* earlier;
  const char* later;
  Fate fate;
};

constexpr auto kScenarios = std::to_array<Scenario>({
    {"User lives in Austin.", "User moved from Austin to Denver.", Fate::kSuperseded},
    {"User lives in Austin.", "User moved to Denver last week (around 2026-04-25).",
     Fate::kSuperseded},
    {"User lives in Austin.", "User lives in Denver now.", Fate::kSuperseded},
    {"User lives in Austin.", "User doesn't live in Austin anymore.", Fate::kSuperseded},
    {"User works at Acme.", "User no longer works at Acme.", Fate::kSuperseded},
    {"User works at Acme as a designer.", "User left Acme in April 2026.", Fate::kSuperseded},
    {"User works at Acme.", "User works at Borealis now.", Fate::kSuperseded},
    {"User's dog is called Max.", "User's dog is actually called Rex, not Max.", Fate::kSuperseded},
    {"User's favourite colour is green.", "User's favourite colour is blue now.",
     Fate::kSuperseded},
    {"User is vegetarian.", "User is no longer vegetarian.", Fate::kSuperseded},
    {"User likes coffee.", "User doesn't like coffee.", Fate::kSuperseded},
    {"User drinks coffee every morning.", "User stopped drinking coffee.", Fate::kSuperseded},
    {"The Kestrel launch is on 1 June.", "The Kestrel launch was postponed to 8 June.",
     Fate::kSuperseded},
    {"User's sister Ana lives in Porto.", "User's sister Ana moved to Lisbon.", Fate::kSuperseded},
    {"User has two cats.", "User has three cats now.", Fate::kSuperseded},
    {"User prefers coffee to tea.", "User prefers tea to coffee now.", Fate::kSuperseded},
    {"User is dating Tomas.", "User is dating Luca now.", Fate::kSuperseded},
    {"User is 34 years old.", "User is 35 years old.", Fate::kSuperseded},
    {"User's flight is to Lisbon.", "User's flight is to Porto, not Lisbon.", Fate::kSuperseded},
    {"User is allergic to peanuts.", "User is not allergic to peanuts.", Fate::kSuperseded},
    {"User's manager is Priya.", "User's manager is Tom now.", Fate::kSuperseded},
    {"User studies at Graz University.", "User studies at Vienna University now.",
     Fate::kSuperseded},
    {"User's rent is 1100 euros.", "User's rent is 1250 euros now.", Fate::kSuperseded},
    {"User's friend Mia works at Acme.", "User's friend Mia works at Borealis now.",
     Fate::kSuperseded},
    {"User lives in Porto.", "User lives in Lisbon, not Porto.", Fate::kSuperseded},
    {"User lives in Rome.", "User lives in Berlin now, not in Rome.", Fate::kSuperseded},
    {"User works at Acme.", "User works at Globex now, not at Acme.", Fate::kSuperseded},
    {"User has a dog called Rex.", "User's dog is actually called Max, not Rex.",
     Fate::kSuperseded},
    {"User's birthday is on 3 May.", "User's birthday is on 4 May, not 3 May.", Fate::kSuperseded},
    {"User's favourite colour is green.", "User's favourite colour is blue, not green.",
     Fate::kSuperseded},
    {"User's boss is Priya.", "Tom is User's boss now, not Priya.", Fate::kSuperseded},

    {"User works at Siemens.", "User doesn't work at Siemens any more.", Fate::kSuperseded},
    {"User works at Siemens as an engineer.", "User doesn't work at Siemens any more.",
     Fate::kSuperseded},
    {"User likes sushi.", "User doesn't like sushi any more.", Fate::kSuperseded},
    {"User plays tennis.", "User doesn't play tennis any more, their knee hurts.",
     Fate::kSuperseded},
    {"User is a vegetarian.", "User is not a vegetarian any more.", Fate::kSuperseded},
    {"User is a member of the chess club.", "User is no longer a member of the chess club.",
     Fate::kSuperseded},
    {"User bought a house for 300,000 euros.",
     "User bought a house for 310,000 euros, not 300,000 euros.", Fate::kSuperseded},

    {"User wohnt in Hamburg.", "User wohnt nicht mehr in Hamburg.", Fate::kSuperseded},
    {"User arbeitet bei Siemens in Wien.", "User arbeitet nicht mehr bei Siemens.",
     Fate::kSuperseded},
    {"User wohnt in Kiel.", "User wohnt in Bremen, nicht in Kiel.", Fate::kSuperseded},
    {"Users Katze heißt Miso.", "Users Katze heißt eigentlich Mitzi, nicht Miso.",
     Fate::kSuperseded},
    {"User ist Vegetarier. User wohnt in Kiel.", "User ist kein Vegetarier mehr.",
     Fate::kSuperseded},
    {"User loves sushi.", "User hates sushi now.", Fate::kSuperseded},
    {"User studies law.", "User dropped out of law school.", Fate::kSuperseded},
    {"User's wife is called Anna.", "Anna is User's ex-wife now.", Fate::kSuperseded},
    {"User's meeting with Anouk is at 3 pm.", "User's meeting with Anouk was moved to 5 pm.",
     Fate::kSuperseded},
    {"User is moving to Dresden on 1 July 2026.",
     "User is not moving to Dresden, they are staying in Leipzig.", Fate::kSuperseded},
    {"User's manager Priya is great.", "User's new manager is Henrik.", Fate::kSuperseded},
    {"User's knee is sore.", "User's knee is fine again.", Fate::kSuperseded},
    {"User is moving to Dresden on 1 July 2026.", "User is not moving to Dresden yet.",
     Fate::kStays},
    {"User likes fish.", "User doesn't like all fish.", Fate::kStays},
    {"User's favourite tea is sencha.", "User switched from sencha to rooibos in the evening.",
     Fate::kStays},
    {"User's lesson is at 3 pm on Mondays.", "User's lesson is at 5 pm on Fridays.", Fate::kStays},
    {"User loves sushi.", "User hates the sushi at Kuro.", Fate::kStays},
    {"User is a teacher.", "User is no longer a teacher's pet.", Fate::kStays},
    {"User drinks coffee.", "User no longer drinks coffee in the evening.", Fate::kStays},
    {"User ist jetzt Vegetarier.", "User ist kein Vegetarier mehr.", Fate::kSuperseded},
    {"User mag Kaffee sehr.", "Users Bruder mag keinen Kaffee mehr.", Fate::kStays},

    {"User's dog is called Rex.", "User's dog's name is actually Max.", Fate::kSuperseded},
    {"User has a dog called Rex.", "User's dog is actually called Max.", Fate::kSuperseded},
    {"User drives a Skoda.", "User actually drives a Kia.", Fate::kSuperseded},
    {"User's train leaves at 6:40.", "User's train actually leaves at 6:52.", Fate::kSuperseded},
    {"Users Hund heißt Rex.", "Users Hund heißt eigentlich Max.", Fate::kSuperseded},
    {"Users Bus fährt um 6:40 Uhr.", "Users Bus fährt eigentlich um 6:52 Uhr.", Fate::kSuperseded},
    {"User arbeitet als Koch im Ratskeller.", "User hat im Ratskeller gekündigt.",
     Fate::kSuperseded},
    {"User's train leaves at 6:40.", "User's train leaves at 18:10.", Fate::kStays},
    {"User's dog is called Rex.", "User's cat is actually called Max.", Fate::kStays},
    {"User's dog is called Rex.", "User's new dog is actually called Max.", Fate::kStays},
    {"Users Hund heißt Rex.", "Users Hund heißt Max.", Fate::kStays},

    {"User bought a house for 300,000 euros.", "User bought a boat for 31,000 euros, not 30,000.",
     Fate::kStays},
    {"User needs screws.", "User doesn't need any more screws.", Fate::kStays},
    {"User lives in Austin.", "User's brother lives in Denver.", Fate::kStays},
    {"User lives in Austin.", "User might move to Denver.", Fate::kStays},
    {"User lives in Austin.", "User wants to move to Denver.", Fate::kStays},
    {"User lives in Austin.", "If User moved to Denver, they would sell the car.", Fate::kStays},
    {"User lives in Austin.", "Tom said he moved to Denver.", Fate::kStays},
    {"User lives in Austin.", "User's boss thinks they moved to Denver.", Fate::kStays},
    {"User lives in Austin.", "User visited Denver in April 2026.", Fate::kStays},
    {"User lives in Austin.", "User lived in Denver in 2019.", Fate::kStays},
    {"User lives in Austin.", "User moved to Denver in 2010.", Fate::kStays},
    {"User lives in Austin.", "The song goes \"I moved to Denver\".", Fate::kStays},
    {"User lives alone.", "User no longer lives in Austin.", Fate::kStays},
    {"User moved to Austin in May 2020.", "User moved to Denver last week (around 2026-04-25).",
     Fate::kStays},
    {"User works at Acme.", "User's sister no longer works at Acme.", Fate::kStays},
    {"User works at Acme.", "User no longer works at Borealis.", Fate::kStays},
    {"User works at Acme.", "User imagines that they no longer work at Acme.", Fate::kStays},
    {"User's dog is called Max.", "User's cat is called Rex.", Fate::kStays},
    {"User's dog is called Max.", "User's dog is called Rex.", Fate::kStays},
    {"User's dog is called Max.", "Ana's dog is called Rex, not Max.", Fate::kStays},
    {"User likes coffee.", "User's sister doesn't like coffee.", Fate::kStays},
    {"User drinks coffee every morning.", "User stopped drinking wine.", Fate::kStays},
    {"The meeting is on 3 June.", "The meeting is on 10 June.", Fate::kStays},
    {"User's favourite colour is green.", "User's sister's favourite colour is blue.",
     Fate::kStays},
    {"User has two meetings on Monday.", "User has three meetings on Friday.", Fate::kStays},
    {"User is allergic to peanuts.", "User is not allergic to cats.", Fate::kStays},
    {"User lives in Porto.", "User visited Lisbon, not Porto.", Fate::kStays},
    {"User lives in Porto.", "User lives in Lisbon, not only in Porto.", Fate::kStays},
    {"User lives in Porto.", "User's brother lives in Lisbon, not Porto.", Fate::kStays},
    {"User lives in Porto.", "User wants to live in Lisbon, not Porto.", Fate::kStays},
    {"User lives in Porto.", "Tom said User lives in Lisbon, not Porto.", Fate::kStays},
    {"User has a dog called Rex.", "User has a dog called Max.", Fate::kStays},
    {"User has a boat called Aurora.", "User has a boat called Bella.", Fate::kStays},
    {"User has a dog called Rex.", "User's cat is called Max, not Rex.", Fate::kStays},
    {"User worked at Acme in 2015.", "User works at Globex now, not at Acme.", Fate::kStays},
    {"User's birthday is on 3 May.", "User's party is on 4 May, not 3 May.", Fate::kStays},

    {"User lives in Austin.", "User lives in Austin.", Fate::kSeenAgain},
    {"User works at Acme.", "User is working at Acme.", Fate::kSeenAgain},
    {"User's daughter Mia is allergic to peanuts.", "User's daughter Mia is allergic to peanuts.",
     Fate::kSeenAgain},
    {"User doesn't eat meat.", "User does not eat meat.", Fate::kSeenAgain},
    {"User bought a bike for 420 euros.", "User bought a bicycle for 420 euros.", Fate::kSeenAgain},
    {"User's sister Ana is a vet in Porto.", "User's sister Ana is a vet in Porto.",
     Fate::kSeenAgain},
    {"User has a dog called Rex.", "User's dog's name is Rex.", Fate::kSeenAgain},
    {"User has a dog called Rex.", "User has a dog named Rex at home.", Fate::kSeenAgain},
    {"User has a dog called Rex.", "The name of User's dog is Rex.", Fate::kSeenAgain},
    {"User has a dog called Rex.", "Rex is User's dog.", Fate::kSeenAgain},
    {"User has a dog called Rex.", "User's dog is called Rex.", Fate::kSeenAgain},
    {"User's favourite colour is green.", "Green is User's favourite colour.", Fate::kSeenAgain},
    {"User works at Acme.", "User's employer is Acme.", Fate::kSeenAgain},
    {"User is 34 years old.", "User's age is 34.", Fate::kSeenAgain},
    {"User lives in Porto.", "User's home is in Porto.", Fate::kSeenAgain},
    {"User's partner is called Sam.", "User's partner's name is Sam.", Fate::kSeenAgain},
});
static_assert(kScenarios.size() >= 40);

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

Fate fate_of(const Fixture& fixture, const std::vector<std::string>& files) {
  Fate fate = Fate::kStays;
  for (const std::string& path : files) {
    const std::string file = fixture.read(path);
    if (holds(file, "\nstatus: superseded\nsuperseded_by: ")) fate = Fate::kSuperseded;
    if (holds(file, "\nseen:\n")) fate = Fate::kSeenAgain;
  }
  return fate;
}

std::string all_observations(const Fixture& fixture) {
  std::string all;
  for (const std::string& path : files_below(fixture, "observations/")) all += fixture.read(path);
  return all;
}

std::string only_file(const Fixture& fixture, const std::string& folder) {
  const auto files = files_below(fixture, folder);
  REQUIRE(files.size() == 1);
  return files.front();
}

}  // namespace

TEST_CASE("known facts: what a later conversation makes of an earlier one") {
  for (const Scenario& scenario : kScenarios) {
    for (const bool in_order : {true, false}) {
      Facts fixture;
      fixture.write("pyramid.yaml", "commit: false\n");
      const auto say_earlier = [&] {
        fixture.write_session(kFirst, "2026-03-01T09:00:00Z", {scenario.earlier});
        taken_in(fixture);
      };
      const auto say_later = [&] {
        fixture.write_session(kSecond, "2026-05-02T09:00:00Z", {scenario.later});
        taken_in(fixture);
      };
      if (in_order) {
        say_earlier();
        say_later();
      } else {
        say_later();
        say_earlier();
      }
      INFO(scenario.earlier << " / " << scenario.later << (in_order ? "" : " (the other way)")
                            << "\n"
                            << all_observations(fixture));
      const auto earlier = files_below(fixture, "observations/2026/03/");
      const auto later = files_below(fixture, "observations/2026/05/");
      if (scenario.fate == Fate::kSeenAgain) {
        CHECK(earlier.size() + later.size() == 1);
        CHECK(fate_of(fixture, earlier) == Fate::kSeenAgain);
      } else {
        CHECK_FALSE(earlier.empty());
        CHECK(fate_of(fixture, earlier) == scenario.fate);
        CHECK(fate_of(fixture, later) == Fate::kStays);
        if (scenario.fate == Fate::kSuperseded) CHECK_FALSE(later.empty());
      }
    }
  }
}

TEST_CASE("known facts: a correction that leaves out of what is told of what has the wrong value") {
  for (const bool one_conversation : {true, false}) {
    INFO(one_conversation);
    Facts fixture;
    if (one_conversation) {
      fixture.write_session(kFirst, "2026-03-01T09:00:00Z",
                            {"User lives in Porto.", "No, it is Lisbon, not Porto."});
    } else {
      fixture.write_session(kFirst, "2026-03-01T09:00:00Z", {"User lives in Porto."});
      fixture.write_session(kSecond, "2026-05-02T09:00:00Z", {"No, it is Lisbon, not Porto."});
    }
    const ImportReport report = taken_in(fixture);
    CHECK(report.observations == 2);
    CHECK(report.superseded == 1);
    INFO(all_observations(fixture));
    CHECK(holds(all_observations(fixture), "User lives in Lisbon."));
    REQUIRE(fixture.sync());
    CHECK_FALSE(holds(fixture.read("MEMORY.md"), "lives in Porto"));
    CHECK(holds(fixture.read("MEMORY.md"), "Lisbon"));
    CHECK(fixture.check()->problems.empty());
  }
}

TEST_CASE("known facts: in one conversation too an end and a denial are no repetition") {
  for (const auto& [said, ended] : std::vector<std::pair<std::string, std::string>>{
           {"User works at Siemens.", "User doesn't work at Siemens any more."},
           {"User likes sushi.", "User doesn't like sushi any more."},
           {"User plays tennis.", "User doesn't play tennis any more."},
           {"User is a vegetarian.", "User is not a vegetarian any more."},
           {"User is a member of the chess club.",
            "User is no longer a member of the chess club."}}) {
    INFO(ended);
    Facts fixture;
    fixture.write_session(kFirst, "2026-03-01T09:00:00Z", {said, ended});
    const ImportReport report = taken_in(fixture);
    CHECK(report.observations == 2);
    CHECK(report.superseded == 1);
  }
}

TEST_CASE("known facts: a sum put right is told of the fact that has the wrong one") {
  struct Case {
    const char *said, *correction, *told;
  };
  for (const Case& one :
       {Case{"User bought a house for 300,000 euros.", "No, it was 310,000 euros, not 300,000.",
             "User bought a house for 310,000 euros, not 300,000."},
        Case{"User bought a house for 300,000 euros in 2019.", "No, it was 310,000, not 300,000.",
             "User bought a house for 310,000 euros in 2019, not for 300,000."},
        Case{"User's rent is 1,150 pounds.", "No, it is 1,250, not 1,150.",
             "User's rent is 1,250 pounds."}}) {
    Facts fixture;
    fixture.write_session(kFirst, "2026-03-01T09:00:00Z", {one.said, one.correction});
    const ImportReport report = taken_in(fixture);
    INFO(all_observations(fixture));
    CHECK(report.observations == 2);
    CHECK(report.superseded == 1);
    CHECK(holds(all_observations(fixture), one.told));
  }
}

TEST_CASE("known facts: a sum put right in a later conversation supersedes too") {
  Facts fixture;
  fixture.write_session(kFirst, "2026-03-01T09:00:00Z", {"User bought a house for 300,000 euros."});
  fixture.write_session(kSecond, "2026-05-02T09:00:00Z",
                        {"No, it was 310,000 euros, not 300,000."});
  CHECK(taken_in(fixture).superseded == 1);
  CHECK_FALSE(holds(all_observations(fixture), "It was 310,000"));
}

TEST_CASE("known facts: a correction that leaves out of what is told so by hand too") {
  Facts fixture;
  ObserveOptions options;
  options.workspace.root = fixture.root();
  options.text = "User has a dog called Rex.";
  REQUIRE(observe(fixture.environment(), options));
  fixture.set_now("2026-05-16T09:00:00Z");
  options.text = "No, it is Max, not Rex";
  const auto said = observe(fixture.environment(), options);
  REQUIRE(said);
  CHECK(said->superseded == 1);
  CHECK(holds(fixture.read(said->path), "User's dog is called Max, not Rex."));
  const auto again = observe(fixture.environment(), options);
  REQUIRE(again);
  CHECK(again->path == said->path);
  CHECK_FALSE(again->added);
}

TEST_CASE("known facts: of two things with the wrong value a correction is told of neither") {
  Facts fixture;
  fixture.write_session(kFirst, "2026-03-01T09:00:00Z",
                        {"User lives in Porto.", "User's sister Ana lives in Porto."});
  fixture.write_session(kSecond, "2026-05-02T09:00:00Z", {"No, it is Lisbon, not Porto."});
  const ImportReport report = taken_in(fixture);
  CHECK(report.superseded == 0);
  CHECK(holds(all_observations(fixture), "it is Lisbon, not Porto."));
}

TEST_CASE("known facts: which of two dogs was put right nobody knows") {
  Facts fixture;
  fixture.write_session(kFirst, "2026-03-01T09:00:00Z",
                        {"User has a dog called Rex.", "User has a dog called Bella."});
  taken_in(fixture);
  fixture.write_session(kSecond, "2026-05-02T09:00:00Z", {"User's dog's name is actually Max."});
  CHECK(taken_in(fixture).superseded == 0);
}

TEST_CASE("known facts: a bare German correction is told of what an earlier conversation said") {
  Facts fixture;
  fixture.write_session(kFirst, "2026-03-01T09:00:00Z", {"User wohnt in Kiel."});
  taken_in(fixture);
  fixture.write_session(kSecond, "2026-05-02T09:00:00Z", {"Nein, in Bremen, nicht in Kiel."});
  CHECK(taken_in(fixture).superseded == 1);
  CHECK(holds(all_observations(fixture), "User wohnt in Bremen.\n"));
}

TEST_CASE("known facts: a correction of what was said last is not told of something else") {
  Facts fixture;
  fixture.write_session(
      kFirst, "2026-03-01T09:00:00Z",
      {"User lives in Porto.", "User booked a flight to Porto.", "No, it is Lisbon, not Porto."});
  CHECK(taken_in(fixture).superseded == 0);
  CHECK(holds(all_observations(fixture), "it is Lisbon, not Porto."));
}

TEST_CASE("known facts: what is said again is counted once, with a link to each turn") {
  Facts fixture;
  fixture.write_session(kFirst, "2026-03-01T09:00:00Z", {"User lives in Austin."});
  CHECK(taken_in(fixture).observations == 1);
  fixture.write_session(kSecond, "2026-05-02T09:00:00Z", {"User lives in Austin."});
  const ImportReport second = taken_in(fixture);
  CHECK(second.observations == 0);
  CHECK(second.seen_again == 1);
  CHECK_FALSE(second.commit.empty());
  fixture.write_session(kThird, "2026-04-02T09:00:00Z", {"User currently lives in Austin."});
  CHECK(taken_in(fixture).seen_again == 1);
  const std::string path = only_file(fixture, "observations/");
  const std::string file = fixture.read(path);
  CHECK(holds(file, "\nseen:\n  - 2026-04-02T09:00:00Z\n  - 2026-05-02T09:00:00Z\n"));
  const std::string from = file.substr(file.find("From ["));
  CHECK(holds(from, "sessions/2026/03/01/"));
  CHECK(holds(from, "#^t1), ["));
  CHECK(holds(from, "sessions/2026/05/02/"));
  CHECK(holds(from, "sessions/2026/04/02/"));
  CHECK(fixture.check()->problems.empty());
  // The same again, with all extraction to be done over: nothing.
  for (const std::string& session : files_below(fixture, "sessions/")) {
    std::string bytes = fixture.read(session);
    const std::size_t at = bytes.find("extracted: ");
    REQUIRE(at != std::string::npos);
    bytes.replace(at, bytes.find('\n', at) - at, "extracted: 0");
    fixture.write(session, bytes);
  }
  fixture.remove(".pyramid");
  const auto synced = fixture.sync();
  REQUIRE(synced);
  CHECK(synced->sessions_extracted == 3);
  CHECK(synced->observations_added == 0);
  CHECK(synced->observations_seen_again == 0);
  CHECK(holds(fixture.read(path), from));
}

TEST_CASE("known facts: what is said again makes no reader out of date") {
  Fixture fixture;
  write_twelve_facts(fixture);
  taken_in(fixture);
  REQUIRE(fixture.sync());
  const auto before = fixture.tree();
  fixture.write_session("44444444-4444-4444-8444-444444444444", "2026-05-14T09:00:00Z",
                        {"I prefer tea without sugar.", "My sister Ana is a vet in Porto."});
  CHECK(taken_in(fixture).seen_again == 2);
  const auto synced = fixture.sync();
  REQUIRE(synced);
  CHECK(synced->summaries_written == 0);
  CHECK(synced->sections_written == 0);
  CHECK(fixture.calls().summarise == 0);
  CHECK(fixture.calls().synthesise == 0);
  CHECK(fixture.tree().at("MEMORY.md") == before.at("MEMORY.md"));
}

TEST_CASE("known facts: what is corrected leaves every text above it and stays in its file") {
  Facts fixture;
  fixture.write_session(kFirst, "2026-05-10T09:00:00Z",
                        {"User lives in Austin.", "User likes tea."});
  taken_in(fixture);
  REQUIRE(fixture.sync());
  CHECK(holds(fixture.read("MEMORY.md"), "Austin"));
  fixture.write_session(kSecond, "2026-05-14T09:00:00Z", {"User lives in Denver now."});
  const ImportReport corrected = taken_in(fixture);
  CHECK(corrected.observations == 1);
  CHECK(corrected.superseded == 1);
  REQUIRE(fixture.sync());
  const std::string memory = fixture.read("MEMORY.md");
  CHECK(holds(memory, "Denver"));
  CHECK_FALSE(holds(memory, "Austin"));
  CHECK(holds(all_observations(fixture), "User lives in Austin."));
  CHECK(fixture.check()->problems.empty());
  const auto again = fixture.sync();
  REQUIRE(again);
  CHECK(again->nothing_to_do);
}

TEST_CASE("known facts: what a person put back in use stays so") {
  Facts fixture;
  fixture.write_session(kFirst, "2026-03-01T09:00:00Z", {"User lives in Austin."});
  fixture.write_session(kSecond, "2026-05-02T09:00:00Z", {"User lives in Denver now."});
  CHECK(taken_in(fixture).superseded == 1);
  const std::string path = only_file(fixture, "observations/2026/03/");
  std::string bytes = fixture.read(path);
  bytes.replace(bytes.find("status: superseded\n"), 19, "");
  fixture.write(path, bytes);
  REQUIRE(fixture.sync());
  taken_in(fixture);
  REQUIRE(fixture.sync());
  CHECK_FALSE(holds(fixture.read(path), "status:"));
}

TEST_CASE("known facts: what was corrected and is said anew is a fact again") {
  Facts fixture;
  fixture.write_session(kFirst, "2026-03-01T09:00:00Z", {"User lives in Austin."});
  fixture.write_session(kSecond, "2026-04-02T09:00:00Z", {"User lives in Denver now."});
  taken_in(fixture);
  fixture.write_session(kThird, "2026-05-02T09:00:00Z", {"User lives in Austin again."});
  const ImportReport report = taken_in(fixture);
  CHECK(report.observations == 1);
  CHECK(report.superseded == 1);
  CHECK(fate_of(fixture, files_below(fixture, "observations/2026/04/")) == Fate::kSuperseded);
  CHECK(fate_of(fixture, files_below(fixture, "observations/2026/05/")) == Fate::kStays);
}

TEST_CASE("known facts: a statement of another model is not the same") {
  Facts fixture;
  fixture.write_session(kFirst, "2026-03-01T09:00:00Z", {"User lives in Austin."});
  taken_in(fixture);
  REQUIRE(fixture.sync());
  const std::string path = only_file(fixture, "observations/");
  std::string bytes = fixture.read(path);
  const std::size_t at = bytes.find("model: user");
  REQUIRE(at != std::string::npos);
  bytes.replace(at, 11, "model: assistant");
  fixture.write(path, bytes);
  fixture.write_session(kSecond, "2026-05-02T09:00:00Z", {"User lives in Denver."});
  const ImportReport report = taken_in(fixture);
  CHECK(report.observations == 1);
  CHECK(report.superseded == 0);
}

}  // namespace known_facts_test
