// What an import makes of a fact that an earlier conversation said, or that a later one corrects.
#include "tests/ops/fixture.hpp"

#include <array>
#include <string_view>

namespace known_facts_test {

using namespace pyramid;
using namespace pyramid::test;

namespace {

constexpr const char* kFirst = "11111111-1111-4111-8111-111111111111";
constexpr const char* kSecond = "22222222-2222-4222-8222-222222222222";
constexpr const char* kThird = "33333333-3333-4333-8333-333333333333";

// What becomes of what the earlier conversation said, once the later one is known.
enum class Fate { kStays, kSuperseded, kSeenAgain };

struct Scenario {
  const char* earlier;
  const char* later;
  Fate fate;
};

constexpr auto kScenarios = std::to_array<Scenario>({
    {"I live in Austin.", "I moved from Austin to Denver.", Fate::kSuperseded},
    {"I live in Austin.", "I moved to Denver last week.", Fate::kSuperseded},
    {"I live in Austin.", "I live in Denver now.", Fate::kSuperseded},
    {"I live in Austin.", "I don't live in Austin anymore.", Fate::kSuperseded},
    {"I work at Acme.", "I no longer work at Acme.", Fate::kSuperseded},
    {"I work at Acme as a designer.", "I left Acme in April 2026.", Fate::kSuperseded},
    {"I work at Acme.", "I work at Borealis now.", Fate::kSuperseded},
    {"My dog is called Max.", "Actually my dog is called Rex, not Max.", Fate::kSuperseded},
    {"My favourite colour is green.", "My favourite colour is blue now.", Fate::kSuperseded},
    {"I am vegetarian.", "I am no longer vegetarian.", Fate::kSuperseded},
    {"I like coffee.", "I don't like coffee.", Fate::kSuperseded},
    {"I drink coffee every morning.", "I stopped drinking coffee.", Fate::kSuperseded},
    {"The Kestrel launch is on 1 June.", "The Kestrel launch was postponed to 8 June.",
     Fate::kSuperseded},
    {"My sister Ana lives in Porto.", "My sister Ana moved to Lisbon.", Fate::kSuperseded},
    {"I have two cats.", "I have three cats now.", Fate::kSuperseded},
    {"I prefer coffee to tea.", "I prefer tea to coffee now.", Fate::kSuperseded},
    {"I am dating Tomas.", "I am dating Luca now.", Fate::kSuperseded},
    {"I am 34 years old.", "I am 35 years old.", Fate::kSuperseded},
    {"My flight is to Lisbon.", "My flight is to Porto, not Lisbon.", Fate::kSuperseded},
    {"I am allergic to peanuts.", "I am not allergic to peanuts.", Fate::kSuperseded},
    {"My manager is Priya.", "My manager is Tom now.", Fate::kSuperseded},
    {"I study at Graz University.", "I study at Vienna University now.", Fate::kSuperseded},
    {"My rent is 1100 euros.", "My rent is 1250 euros now.", Fate::kSuperseded},
    {"My friend Mia works at Acme.", "My friend Mia works at Borealis now.", Fate::kSuperseded},
    {"I live in Porto.", "I live in Lisbon, not Porto.", Fate::kSuperseded},
    {"I live in Rome.", "Actually, I live in Berlin now, not in Rome.", Fate::kSuperseded},
    {"I work at Acme.", "I work at Globex now, not at Acme.", Fate::kSuperseded},
    {"I have a dog called Rex.", "Actually my dog is called Max, not Rex.", Fate::kSuperseded},
    {"My birthday is on 3 May.", "Sorry, my birthday is on 4 May, not 3 May.", Fate::kSuperseded},
    {"My favourite colour is green.", "My favourite colour is blue, not green.", Fate::kSuperseded},
    {"My boss is Priya.", "Tom is my boss now, not Priya.", Fate::kSuperseded},

    {"I work at Siemens.", "I don't work at Siemens any more.", Fate::kSuperseded},
    {"I work at Siemens as an engineer.", "I don't work at Siemens any more.", Fate::kSuperseded},
    {"I like sushi.", "I don't like sushi any more.", Fate::kSuperseded},
    {"I play tennis.", "I don't play tennis any more, my knee hurts.", Fate::kSuperseded},
    {"I am a vegetarian.", "I'm not a vegetarian any more.", Fate::kSuperseded},
    {"I am a member of the chess club.", "I'm no longer a member of the chess club.",
     Fate::kSuperseded},
    {"I bought a house for 300,000 euros.",
     "I bought a house for 310,000 euros, not 300,000 euros.", Fate::kSuperseded},

    {"Ich wohne in Hamburg.", "Ich wohne nicht mehr in Hamburg.", Fate::kSuperseded},
    {"Ich arbeite bei Siemens in Wien.", "Ich arbeite nicht mehr bei Siemens.", Fate::kSuperseded},
    {"Ich wohne in Kiel.", "Nein, ich wohne in Bremen, nicht in Kiel.", Fate::kSuperseded},
    {"Meine Katze heißt Miso.", "Korrektur: Meine Katze heißt Mitzi, nicht Miso.",
     Fate::kSuperseded},
    {"Ich bin Vegetarier und wohne in Kiel.", "Ich bin kein Vegetarier mehr.", Fate::kSuperseded},
    {"I love sushi.", "I hate sushi now.", Fate::kSuperseded},
    {"I study law.", "I dropped out of law school.", Fate::kSuperseded},
    {"My wife is called Anna.", "Anna is my ex-wife now.", Fate::kSuperseded},
    {"My meeting with Anouk is at 3 pm.", "My meeting with Anouk was moved to 5 pm.",
     Fate::kSuperseded},
    {"I'm moving to Dresden on 1 July 2026.", "I'm not moving to Dresden, I'm staying in Leipzig.",
     Fate::kSuperseded},
    {"My manager Priya is great.", "My new manager is Henrik.", Fate::kSuperseded},
    {"My knee is sore.", "My knee is fine again.", Fate::kSuperseded},
    {"I'm moving to Dresden on 1 July 2026.", "I'm not moving to Dresden yet.", Fate::kStays},
    {"I like fish.", "I don't like all fish.", Fate::kStays},
    {"My favourite tea is sencha.", "I switched from sencha to rooibos in the evening.",
     Fate::kStays},
    {"My lesson is at 3 pm on Mondays.", "My lesson is at 5 pm on Fridays.", Fate::kStays},
    {"I love sushi.", "I hate the sushi at Kuro.", Fate::kStays},
    {"I am a teacher.", "I am no longer a teacher's pet.", Fate::kStays},
    {"I drink coffee.", "I no longer drink coffee in the evening.", Fate::kStays},
    {"Ich bin jetzt Vegetarier.", "Ich bin kein Vegetarier mehr.", Fate::kSuperseded},
    {"Ich mag Kaffee sehr.", "Mein Bruder mag keinen Kaffee mehr.", Fate::kStays},

    {"My dog is called Rex.", "Actually my dog's name is Max.", Fate::kSuperseded},
    {"I have a dog called Rex.", "I got that wrong, my dog is called Max.", Fate::kSuperseded},
    {"I drive a Skoda.", "Correction: I drive a Kia.", Fate::kSuperseded},
    {"My train leaves at 6:40.", "No, my train leaves at 6:52.", Fate::kSuperseded},
    {"Mein Hund heißt Rex.", "Eigentlich heißt mein Hund Max.", Fate::kSuperseded},
    {"Mein Bus fährt um 6:40 Uhr.", "Nein, mein Bus fährt um 6:52 Uhr.", Fate::kSuperseded},
    {"Ich arbeite als Koch im Ratskeller.", "Ich habe im Ratskeller gekündigt.", Fate::kSuperseded},
    {"My train leaves at 6:40.", "My train leaves at 18:10.", Fate::kStays},
    {"My dog is called Rex.", "Actually my cat is called Max.", Fate::kStays},
    {"My dog is called Rex.", "My new dog is actually called Max.", Fate::kStays},
    {"Mein Hund heißt Rex.", "Mein Hund heißt Max.", Fate::kStays},

    {"I bought a house for 300,000 euros.", "I bought a boat for 31,000 euros, not 30,000.",
     Fate::kStays},
    {"I need screws.", "I don't need any more screws.", Fate::kStays},
    {"I live in Austin.", "My brother lives in Denver.", Fate::kStays},
    {"I live in Austin.", "I might move to Denver.", Fate::kStays},
    {"I live in Austin.", "I want to move to Denver.", Fate::kStays},
    {"I live in Austin.", "If I moved to Denver, I would sell the car.", Fate::kStays},
    {"I live in Austin.", "Tom said he moved to Denver.", Fate::kStays},
    {"I live in Austin.", "My boss thinks I moved to Denver.", Fate::kStays},
    {"I live in Austin.", "I visited Denver in April 2026.", Fate::kStays},
    {"I live in Austin.", "I lived in Denver in 2019.", Fate::kStays},
    {"I live in Austin.", "I moved to Denver in 2010.", Fate::kStays},
    {"I live in Austin.", "The song goes \"I moved to Denver\".", Fate::kStays},
    {"I live alone.", "I no longer live in Austin.", Fate::kStays},
    {"I moved to Austin in May 2020.", "I moved to Denver last week.", Fate::kStays},
    {"I work at Acme.", "My sister no longer works at Acme.", Fate::kStays},
    {"I work at Acme.", "I no longer work at Borealis.", Fate::kStays},
    {"I work at Acme.", "Imagine I no longer worked at Acme.", Fate::kStays},
    {"My dog is called Max.", "My cat is called Rex.", Fate::kStays},
    {"My dog is called Max.", "My dog is called Rex.", Fate::kStays},
    {"My dog is called Max.", "Ana's dog is called Rex, not Max.", Fate::kStays},
    {"I like coffee.", "My sister doesn't like coffee.", Fate::kStays},
    {"I drink coffee every morning.", "I stopped drinking wine.", Fate::kStays},
    {"The meeting is on 3 June.", "The meeting is on 10 June.", Fate::kStays},
    {"My favourite colour is green.", "My sister's favourite colour is blue.", Fate::kStays},
    {"I have two meetings on Monday.", "I have three meetings on Friday.", Fate::kStays},
    {"I am allergic to peanuts.", "I am not allergic to cats.", Fate::kStays},
    {"I live in Porto.", "I visited Lisbon, not Porto.", Fate::kStays},
    {"I live in Porto.", "I live in Lisbon, not only in Porto.", Fate::kStays},
    {"I live in Porto.", "My brother lives in Lisbon, not Porto.", Fate::kStays},
    {"I live in Porto.", "I want to live in Lisbon, not Porto.", Fate::kStays},
    {"I live in Porto.", "Tom said I live in Lisbon, not Porto.", Fate::kStays},
    {"I have a dog called Rex.", "I have a dog called Max.", Fate::kStays},
    {"I have a boat called Aurora.", "I have a boat called Bella.", Fate::kStays},
    {"I have a dog called Rex.", "My cat is called Max, not Rex.", Fate::kStays},
    {"I worked at Acme in 2015.", "I work at Globex now, not at Acme.", Fate::kStays},
    {"My birthday is on 3 May.", "My party is on 4 May, not 3 May.", Fate::kStays},

    {"I live in Austin.", "I live in Austin.", Fate::kSeenAgain},
    {"I work at Acme.", "I am working at Acme.", Fate::kSeenAgain},
    {"My daughter Mia is allergic to peanuts.", "My daughter Mia is allergic to peanuts!",
     Fate::kSeenAgain},
    {"I don't eat meat.", "I do not eat meat.", Fate::kSeenAgain},
    {"I bought a bike for 420 euros.", "I bought a bicycle for 420 euros.", Fate::kSeenAgain},
    {"My sister Ana is a vet in Porto.", "My sister Ana is a vet in Porto.", Fate::kSeenAgain},
    {"I have a dog called Rex.", "My dog's name is Rex.", Fate::kSeenAgain},
    {"I have a dog called Rex.", "We have a dog named Rex at home.", Fate::kSeenAgain},
    {"I have a dog called Rex.", "The name of my dog is Rex.", Fate::kSeenAgain},
    {"I have a dog called Rex.", "Rex is my dog.", Fate::kSeenAgain},
    {"I have a dog called Rex.", "My dog is called Rex.", Fate::kSeenAgain},
    {"My favourite colour is green.", "Green is my favourite colour.", Fate::kSeenAgain},
    {"I work at Acme.", "My employer is Acme.", Fate::kSeenAgain},
    {"I am 34 years old.", "My age is 34.", Fate::kSeenAgain},
    {"I live in Porto.", "My home is in Porto.", Fate::kSeenAgain},
    {"My partner is called Sam.", "My partner's name is Sam.", Fate::kSeenAgain},
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
      Fixture fixture;
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
    Fixture fixture;
    if (one_conversation) {
      fixture.write_session(kFirst, "2026-03-01T09:00:00Z",
                            {"I live in Porto.", "No, it is Lisbon, not Porto."});
    } else {
      fixture.write_session(kFirst, "2026-03-01T09:00:00Z", {"I live in Porto."});
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
           {"I work at Siemens.", "I don't work at Siemens any more."},
           {"I like sushi.", "I don't like sushi any more."},
           {"I play tennis.", "I don't play tennis any more."},
           {"I am a vegetarian.", "I'm not a vegetarian any more."},
           {"I am a member of the chess club.", "I'm no longer a member of the chess club."}}) {
    INFO(ended);
    Fixture fixture;
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
       {Case{"I bought a house for 300,000 euros.", "No, it was 310,000 euros, not 300,000.",
             "User bought a house for 310,000 euros, not 300,000."},
        Case{"I bought a house for 300,000 euros in 2019.", "No, it was 310,000, not 300,000.",
             "User bought a house for 310,000 euros in 2019, not for 300,000."},
        Case{"My rent is 1,150 pounds.", "No, it is 1,250, not 1,150.",
             "User's rent is 1,250 pounds."}}) {
    Fixture fixture;
    fixture.write_session(kFirst, "2026-03-01T09:00:00Z", {one.said, one.correction});
    const ImportReport report = taken_in(fixture);
    INFO(all_observations(fixture));
    CHECK(report.observations == 2);
    CHECK(report.superseded == 1);
    CHECK(holds(all_observations(fixture), one.told));
  }
}

TEST_CASE("known facts: a sum put right in a later conversation supersedes too") {
  Fixture fixture;
  fixture.write_session(kFirst, "2026-03-01T09:00:00Z", {"I bought a house for 300,000 euros."});
  fixture.write_session(kSecond, "2026-05-02T09:00:00Z",
                        {"No, it was 310,000 euros, not 300,000."});
  CHECK(taken_in(fixture).superseded == 1);
  CHECK_FALSE(holds(all_observations(fixture), "It was 310,000"));
}

TEST_CASE("known facts: a correction that leaves out of what is told so by hand too") {
  Fixture fixture;
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
  Fixture fixture;
  fixture.write_session(kFirst, "2026-03-01T09:00:00Z",
                        {"I live in Porto.", "My sister Ana lives in Porto."});
  fixture.write_session(kSecond, "2026-05-02T09:00:00Z", {"No, it is Lisbon, not Porto."});
  const ImportReport report = taken_in(fixture);
  CHECK(report.superseded == 0);
  CHECK(holds(all_observations(fixture), "It is Lisbon, not Porto."));
}

TEST_CASE("known facts: which of two dogs was put right nobody knows") {
  Fixture fixture;
  fixture.write_session(kFirst, "2026-03-01T09:00:00Z",
                        {"I have a dog called Rex.", "I have a dog called Bella."});
  taken_in(fixture);
  fixture.write_session(kSecond, "2026-05-02T09:00:00Z", {"Actually my dog's name is Max."});
  CHECK(taken_in(fixture).superseded == 0);
}

TEST_CASE("known facts: a bare German correction is told of what an earlier conversation said") {
  Fixture fixture;
  fixture.write_session(kFirst, "2026-03-01T09:00:00Z", {"Ich wohne in Kiel."});
  taken_in(fixture);
  fixture.write_session(kSecond, "2026-05-02T09:00:00Z", {"Nein, in Bremen, nicht in Kiel."});
  CHECK(taken_in(fixture).superseded == 1);
  CHECK(holds(all_observations(fixture), "User wohnt in Bremen.\n"));
}

TEST_CASE("known facts: a correction of what was said last is not told of something else") {
  Fixture fixture;
  fixture.write_session(
      kFirst, "2026-03-01T09:00:00Z",
      {"I live in Porto.", "I booked a flight to Porto.", "No, it is Lisbon, not Porto."});
  CHECK(taken_in(fixture).superseded == 0);
  CHECK(holds(all_observations(fixture), "The flight is to Lisbon, not Porto."));
}

TEST_CASE("known facts: what is said again is counted once, with a link to each turn") {
  Fixture fixture;
  fixture.write_session(kFirst, "2026-03-01T09:00:00Z", {"I live in Austin."});
  CHECK(taken_in(fixture).observations == 1);
  fixture.write_session(kSecond, "2026-05-02T09:00:00Z", {"I live in Austin."});
  const ImportReport second = taken_in(fixture);
  CHECK(second.observations == 0);
  CHECK(second.seen_again == 1);
  CHECK_FALSE(second.commit.empty());
  fixture.write_session(kThird, "2026-04-02T09:00:00Z", {"Yes. I currently live in Austin."});
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
  Fixture fixture;
  fixture.write_session(kFirst, "2026-05-10T09:00:00Z", {"I live in Austin.", "I like tea."});
  taken_in(fixture);
  REQUIRE(fixture.sync());
  CHECK(holds(fixture.read("MEMORY.md"), "Austin"));
  fixture.write_session(kSecond, "2026-05-14T09:00:00Z", {"I live in Denver now."});
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
  Fixture fixture;
  fixture.write_session(kFirst, "2026-03-01T09:00:00Z", {"I live in Austin."});
  fixture.write_session(kSecond, "2026-05-02T09:00:00Z", {"I live in Denver now."});
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
  Fixture fixture;
  fixture.write_session(kFirst, "2026-03-01T09:00:00Z", {"I live in Austin."});
  fixture.write_session(kSecond, "2026-04-02T09:00:00Z", {"I live in Denver now."});
  taken_in(fixture);
  fixture.write_session(kThird, "2026-05-02T09:00:00Z", {"I live in Austin again."});
  const ImportReport report = taken_in(fixture);
  CHECK(report.observations == 1);
  CHECK(report.superseded == 1);
  CHECK(fate_of(fixture, files_below(fixture, "observations/2026/04/")) == Fate::kSuperseded);
  CHECK(fate_of(fixture, files_below(fixture, "observations/2026/05/")) == Fate::kStays);
}

TEST_CASE("known facts: a statement of another model is not the same") {
  Fixture fixture;
  fixture.write_session(kFirst, "2026-03-01T09:00:00Z", {"I live in Austin."});
  taken_in(fixture);
  REQUIRE(fixture.sync());
  const std::string path = only_file(fixture, "observations/");
  std::string bytes = fixture.read(path);
  const std::size_t at = bytes.find("model: user");
  REQUIRE(at != std::string::npos);
  bytes.replace(at, 11, "model: assistant");
  fixture.write(path, bytes);
  fixture.write_session(kSecond, "2026-05-02T09:00:00Z", {"I live in Denver."});
  const ImportReport report = taken_in(fixture);
  CHECK(report.observations == 1);
  CHECK(report.superseded == 0);
}

}  // namespace known_facts_test
