#include "engine/builtin/writing/dates.hpp"
#include "engine/builtin/writing/facts.hpp"
#include "engine/builtin/writing/prose.hpp"
#include "engine/builtin/writing/relations.hpp"
#include "engine/builtin/writing/topics.hpp"
#include "engine/builtin/writing/verbs.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace pyramid::engine::builtin::writing::writing_test {
namespace {

const LocalTime kSaid = {start_of(Date{2026, 5, 12})};

Fact fact(std::string_view text, std::string_view day = "2026-05-12") {
  Fact made = make_fact(text, {*parse_time(day)});
  made.dated = true;
  return made;
}

std::string composed(const std::vector<std::pair<std::string, std::string>>& dated,
                     const Style& style = {}) {
  std::vector<Fact> facts;
  for (const auto& [day, text] : dated) facts.push_back(fact(text, day));
  return compose(facts, style);
}

bool newer_wins(std::string_view older, std::string_view newer) {
  return replaces(fact(newer, "2026-05-12"), fact(older, "2026-05-01"));
}

}  // namespace

TEST_CASE("verbs: forms by table and by ending") {
  CHECK(read_verb("moves").base == "move");
  CHECK(read_verb("studies").base == "study");
  CHECK(read_verb("passes").base == "pass");
  CHECK(read_verb("planned").base == "plan");
  CHECK(read_verb("went").base == "go");
  CHECK(read_verb("went").form == VerbForm::kPast);
  CHECK(read_verb("doesn't").negated);
  CHECK(read_verb("won't").form == VerbForm::kModal);
  CHECK(read_verb("table").form == VerbForm::kNone);
  CHECK(read_verb_here("frobnicates").base == "frobnicate");
}

TEST_CASE("verbs: first person") {
  for (const auto& [third, first] :
       std::vector<std::pair<std::string, std::string>>{{"is", "am"},
                                                        {"has", "have"},
                                                        {"does", "do"},
                                                        {"doesn't", "don't"},
                                                        {"goes", "go"},
                                                        {"tries", "try"},
                                                        {"watches", "watch"},
                                                        {"recommends", "recommend"},
                                                        {"uses", "use"},
                                                        {"was", "was"},
                                                        {"promised", "promised"},
                                                        {"will", "will"},
                                                        {"can't", "can't"}}) {
    CHECK(first_person(third) == first);
  }
}

TEST_CASE("verbs: had + participle, there and back") {
  CHECK(participle_of_event("went") == std::nullopt);  // no event that a date settles
  CHECK(participle_of_event("adopted") == "adopted");
  CHECK(participle_of_event("began") == "begun");
  CHECK(participle_of_event("liked") == std::nullopt);
  CHECK(past_of_participle("begun") == "began");
  CHECK(past_of_participle("adopted") == "adopted");
}

TEST_CASE("dates: what goes stale becomes a date") {
  const auto settled = [](std::string_view text) { return settle_dates(text, kSaid); };
  CHECK(settled("User moved to Austin last week (around 2026-05-05).") ==
        "User moved to Austin around 5 May 2026.");
  CHECK(settled("User saw Lena yesterday (2026-05-11).") == "User saw Lena on 11 May 2026.");
  CHECK(settled("User saw Lena yesterday.") == "User saw Lena on 11 May 2026.");
  CHECK(settled("User will call by tomorrow (2026-05-13).") == "User will call by 13 May 2026.");
  CHECK(settled("User's visit was moved to tomorrow (2026-05-13).") ==
        "User's visit was moved to 13 May 2026.");
  CHECK(settled("User has lived here since last year (2025).") ==
        "User has lived here since 2025.");
  CHECK(settled("Class starts next Monday (2026-05-18) at 9.") ==
        "Class starts on 18 May 2026 at 9.");
  CHECK(settled("User quit three weeks ago (around 2026-04-21).") ==
        "User quit around 21 April 2026.");
  CHECK(settled("User plans a trip next month (in June 2026).") ==
        "User plans a trip in June 2026.");
  CHECK(settled("User visited Rome last month.") == "User visited Rome in April 2026.");
  CHECK(settled("User slipped a few days ago (around 2026-05-09).") ==
        "User slipped around 9 May 2026.");
  CHECK(settled("User met Jo a couple of months ago (around 2026-03-12).") ==
        "User met Jo around 12 March 2026.");
  CHECK(settled("User called the day before yesterday (2026-05-10).") ==
        "User called on 10 May 2026.");
  CHECK(settled("User flies in two weeks (around 2026-05-26).") ==
        "User flies around 26 May 2026.");
  CHECK(settled("User has a call on Monday morning (2026-05-18).") ==
        "User has a call on the morning of 18 May 2026.");
  CHECK(settled("User called yesterday (2026-05-11) evening.") ==
        "User called on the evening of 11 May 2026.");
  CHECK(settled("User left the choir last March (March 2026).") ==
        "User left the choir in March 2026.");
  CHECK(settled("User meets Lena next Friday.") ==
        "User meets Lena next Friday (said on 12 May 2026).");
  CHECK(settled("User flew home last night.") == "User flew home on the night of 11 May 2026.");
  CHECK(settled("User must reply by tomorrow evening (2026-05-13).") ==
        "User must reply by the evening of 13 May 2026.");
  CHECK(settled("User is tired (today).") == "User is tired (on 12 May 2026).");
  CHECK(settled("User is currently reading Dune.") == "User is reading Dune.");
  CHECK(settled("User just moved to Graz.") == "User moved to Graz.");
  CHECK(settled("User now works at Acme.") == "User works at Acme.");
}

TEST_CASE("dates: what is no stale word stays as it is") {
  for (const char* text :
       {"User did not know until now.", "User has not recently seen Lena.",
        "User likes the Today show.", "User is off in the last week of May.",
        "User needs a quiet last year of school.", "User tagged v2026-05-05-rc1 (see build).",
        "The log says 2026-05-12T10:03:00Z.", "User read this week's report.",
        "User keeps the file notes/2026-05-12.md open."}) {
    CHECK(settle_dates(text, kSaid) == text);
  }
  CHECK(settle_dates("The deadline is 2026-06-01.", kSaid) == "The deadline is 1 June 2026.");
  CHECK(settle_dates("User met Lena (on 2026-05-11).", kSaid) == "User met Lena (on 11 May 2026).");
  CHECK(settle_dates("User wrote 2026-02-31.", kSaid) == "User wrote 2026-02-31.");
}

TEST_CASE("facts: subject, predicate, names and numbers") {
  const Fact one = fact("User's sister Lena visited Lisbon with 2 friends in June 2025.");
  CHECK(one.subject == "User's sister Lena");
  CHECK(one.predicate == "visited Lisbon with 2 friends in June 2025");
  CHECK(one.tense == Tense::kPast);
  CHECK(one.anchors == std::vector<std::string>{"2", "2025", "june", "lena", "lisbon"});
  CHECK(fact("Dr. Okafor recommends swimming.").tense == Tense::kPresent);
  CHECK(fact("User and Mia visited Rome.").predicate.empty());
  CHECK(fact("Lena comes at 3 p.m.").predicate.empty());
  CHECK(fact("Lena earns 3.50.").predicate == "earns 3.50");
  CHECK(fact("Lena keeps notes.md.").predicate == "keeps notes.md");
  CHECK(fact("User never eats meat.").negative);
  CHECK(fact("User doesn't eat meat.").negative);
}

TEST_CASE("facts: the same said twice, and what only looks the same") {
  const auto same = [](std::string_view a, std::string_view b) {
    return same_fact(fact(a), fact(b));
  };
  CHECK(same("User adopted a cat named Biscuit.", "User adopted the cat named Biscuit."));
  CHECK(same("User moved to Austin.", "User relocated to Austin."));
  CHECK(same("User visited Lisbon.", "User visited Lisbon in June 2026."));
  CHECK_FALSE(same("User visited Lisbon in May 2026.", "User visited Lisbon in June 2026."));
  CHECK_FALSE(same("User ran 5 km.", "User ran 10 km."));
  CHECK_FALSE(same("Mia likes horses.", "Lena likes horses."));
  CHECK_FALSE(same("User likes coffee.", "User does not like coffee."));
  CHECK_FALSE(same("User started running in the park.", "User stopped running in the park."));
}

TEST_CASE("facts: of two wordings the later stays, or the one that knows more") {
  std::vector<Fact> facts = {fact("User moved to Austin.", "2026-05-01"),
                             fact("User relocated to Austin.", "2026-05-09")};
  drop_repeated(facts);
  REQUIRE(facts.size() == 1);
  CHECK(facts[0].text == "User relocated to Austin.");
  facts = {fact("User visited Lisbon in June 2026.", "2026-05-01"),
           fact("User visited Lisbon.", "2026-05-09")};
  drop_repeated(facts);
  REQUIRE(facts.size() == 1);
  CHECK(facts[0].text == "User visited Lisbon in June 2026.");
}

TEST_CASE("facts: a summary is cut back into the facts it was written from") {
  const std::vector<std::pair<std::string, std::string>> dated = {
      {"2026-04-02", "User works at Brightwave."},
      {"2026-04-28", "User adopted a cat named Biscuit."},
      {"2026-05-25", "User began a course in Spanish."}};
  const std::string text = composed(dated, {.lead_ins = true, .grain = Grain::kMonthPart});
  CHECK(text ==
        "As of early April 2026, the user works at Brightwave. By late April, the user had adopted "
        "a cat named Biscuit. By late May, the user had begun a course in Spanish.");
  SourceText source;
  source.start = {*parse_time("2026-04-02")};
  source.end = {*parse_time("2026-05-25")};
  source.count = 10;
  source.text = text;
  const std::vector<Fact> facts = facts_of(std::span(&source, 1), true);
  REQUIRE(facts.size() == dated.size());
  for (std::size_t i = 0; i < facts.size(); ++i) {
    CHECK(facts[i].text == dated[i].second);
    CHECK(facts[i].dated);
    CHECK(date_of(facts[i].at).month == date_of(*parse_time(dated[i].first)).month);
  }
}

TEST_CASE("relations: a newer value takes the place of the older") {
  CHECK(newer_wins("User lives in Denver.", "User moved to Austin around 5 May 2026."));
  CHECK(newer_wins("User works at Brightwave as an engineer.", "User started at Acme."));
  CHECK(newer_wins("User's dog is called Max.", "User's dog is called Rex."));
  CHECK(newer_wins("User's favourite colour is green.", "User's favorite color is blue."));
  CHECK(newer_wins("User has 2 cats.", "User has 3 cats."));
  CHECK(newer_wins("Mia is 7 years old.", "Mia turned 8."));
  CHECK(newer_wins("User's rent is $1,850 a month.", "User's rent is $1,900 a month."));
  CHECK(newer_wins("The launch is on 1 June 2026.", "The launch was postponed to 1 July 2026."));
  CHECK(newer_wins("User plans to visit Lisbon.", "User no longer plans to visit Lisbon."));
  CHECK(newer_wins("Kestrel's release is on April 15.",
                   "The Kestrel release was postponed to 30 April."));
  CHECK(newer_wins("User's manager is Tom.", "User's new manager is Priya."));
  CHECK(newer_wins("User usually runs 10 km in the park.", "User runs 12 km in the park."));
  CHECK(newer_wins("User prefers coffee over tea.", "User prefers tea over coffee."));
}

TEST_CASE("relations: what a correction denies goes") {
  CHECK(newer_wins("User is going to Lisbon in July 2026.", "The trip is to Porto, not Lisbon."));
  CHECK(newer_wins("User is flying to Oslo.", "User's flight is to Bergen, not Oslo."));
  CHECK(newer_wins("The rehearsal is in Leith.", "The rehearsal is in Portobello, not Leith."));
  CHECK_FALSE(newer_wins("User flew to Lisbon in 2019.", "The trip is to Porto, not Lisbon."));
  CHECK_FALSE(newer_wins("Ana is going to Lisbon.", "The trip is to Porto, not Lisbon."));
  CHECK_FALSE(
      newer_wins("User is looking for a flat in Lisbon.", "The trip is to Porto, not Lisbon."));
  CHECK_FALSE(newer_wins("The party is in Leith.", "The rehearsal is in Portobello, not Leith."));
}

TEST_CASE("relations: what can both be true stays") {
  CHECK_FALSE(newer_wins("User lives in Denver.", "Mia moved to Austin."));
  CHECK_FALSE(newer_wins("User lives in Denver.", "User moved to Notion for notes."));
  CHECK_FALSE(newer_wins("User lives in Denver.", "User moved to a bigger office."));
  CHECK_FALSE(newer_wins("User has 2 cats.", "User has 3 dogs."));
  CHECK_FALSE(newer_wins("User's dog is called Max.", "User's cat is called Rex."));
  CHECK_FALSE(newer_wins("User likes green.", "User likes blue."));
  CHECK_FALSE(newer_wins("User ran 10 km in the park.", "User ran 12 km in the park."));
  CHECK_FALSE(newer_wins("User has a dentist appointment on 3 May 2026.",
                         "User has a dentist appointment on 9 June 2026."));
  CHECK_FALSE(newer_wins("User visited Rome.", "User visited Oslo."));
  CHECK_FALSE(newer_wins("User plans to visit Rome.", "User no longer plans to visit Lisbon."));
  CHECK_FALSE(newer_wins("User plans to learn Spanish.", "User cancelled the gym membership."));
}

TEST_CASE("prose: shared subjects are joined where nothing is lost") {
  CHECK(composed({{"2026-05-02", "User adopted a cat named Biscuit."},
                  {"2026-05-03", "User started running."}}) ==
        "The user adopted a cat named Biscuit and started running.");
  // Another tense, a date that would belong to both, a longer stretch of time: apart.
  CHECK(composed({{"2026-05-02", "User adopted a cat."}, {"2026-05-03", "User works at Acme."}}) ==
        "The user adopted a cat. The user works at Acme.");
  CHECK(composed({{"2026-05-02", "User adopted a cat."},
                  {"2026-05-03", "User visited Oslo in June 2025."}}) ==
        "The user adopted a cat. The user visited Oslo in June 2025.");
  // "also" stands beside another of the same.
  CHECK(composed({{"2026-05-02", "User likes figs."}, {"2026-05-03", "User likes leeks."}}) ==
        "The user likes figs. The user also likes leeks.");
  CHECK(composed({{"2026-05-02", "User does not like cilantro, onions or beans."},
                  {"2026-05-03", "User wants a dog."}}) ==
        "The user does not like cilantro, onions or beans. The user wants a dog.");
}

TEST_CASE("prose: persons") {
  const auto first = [](std::string_view text) { return in_prose(text, true); };
  CHECK(first("Assistant will remind the user to book the vet.") ==
        "I will remind the user to book the vet.");
  CHECK(first("Assistant is learning what the user likes.") ==
        "I am learning what the user likes.");
  CHECK(first("Assistant checks the forecast and reminds the user to take an umbrella.") ==
        "I check the forecast and remind the user to take an umbrella.");
  CHECK(first("Assistant likes museums and parks.") == "I like museums and parks.");
  CHECK(first("User asked the assistant to keep answers short.") ==
        "The user asked me to keep answers short.");
  CHECK(first("Assistant learned that User prefers tea.") ==
        "I learned that the user prefers tea.");
  CHECK(first("Assistant keeps its answers short.") == "I keep my answers short.");
  CHECK(first("Assistant will keep peanuts out of every recipe they suggest.") ==
        "I will keep peanuts out of every recipe I suggest.");
  CHECK(first("Assistant will check the papers when they arrive.") ==
        "I will check the papers when they arrive.");
  CHECK(first("Assistant recommended Obsidian for its graph view.") ==
        "I recommended Obsidian for its graph view.");
  CHECK(first("Assistant's notes are in English.") == "My notes are in English.");
  CHECK(first("Assistant and the user agreed on a plan.") == "The user and I agreed on a plan.");
  CHECK(first("Assistant doesn't know the user's birthday.") ==
        "I don't know the user's birthday.");
  CHECK(in_prose("Mia is User's daughter.", false) == "Mia is the user's daughter.");
  CHECK(in_prose("User works on the User Interface.", false) ==
        "The user works on the User Interface.");
  CHECK(in_prose("User uses Google Assistant.", true) == "The user uses Google Assistant.");
}

TEST_CASE("topics: a shared name or a theme") {
  const std::vector<Fact> facts = {fact("Kestrel uses an ESP32."),
                                   fact("User soldered the board of Kestrel."),
                                   fact("User works as an engineer."),
                                   fact("User changed jobs."),
                                   fact("User sneezed."),
                                   fact("User is allergic to peanuts.")};
  const std::vector<Topic> topics = topics_of(facts);
  CHECK(topics[0].name == "kestrel");
  CHECK(topics[1].name == "kestrel");
  CHECK(topics[2].name == "#work");
  CHECK(topics[3].name == "#work");
  CHECK(topics[4].name.empty());
  CHECK(topics[5].name == "#health");
}

TEST_CASE("prose: a sentence whose end would not be seen gets a stop or a line of its own") {
  CHECK(composed({{"2026-05-12", "User likes figs"}, {"2026-05-12", "Ana is a vet."}}) ==
        "The user likes figs. Ana is a vet.");
  CHECK(composed({{"2026-05-12", "User smiles :)"}, {"2026-05-12", "Ana is a vet."}}) ==
        "The user smiles :). Ana is a vet.");
  CHECK(composed({{"2026-05-12", "User lives on Main St."}, {"2026-05-12", "Ana is a vet."}}) ==
        "The user lives on Main St.\nAna is a vet.");
  CHECK(composed({{"2026-05-12", "User has a kiln."}, {"2026-05-12", "npm is broken."}}) ==
        "The user has a kiln.\nnpm is broken.");
  CHECK(composed({{"2026-05-12", "用户住在北京。"}, {"2026-05-12", "Ana is a vet."}}) ==
        "用户住在北京。 Ana is a vet.");
}

}  // namespace pyramid::engine::builtin::writing::writing_test
