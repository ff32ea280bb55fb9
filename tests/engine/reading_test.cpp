#include "base/text.hpp"
#include "engine/builtin/assign.hpp"
#include "engine/builtin/reading/commitment.hpp"
#include "engine/builtin/reading/corrections.hpp"
#include "engine/builtin/reading/dates.hpp"
#include "engine/builtin/reading/german.hpp"
#include "engine/builtin/reading/lists.hpp"
#include "engine/builtin/reading/mood.hpp"
#include "engine/builtin/reading/own_words.hpp"
#include "engine/builtin/reading/person.hpp"
#include "engine/builtin/reading/persons.hpp"
#include "engine/builtin/reading/places.hpp"
#include "engine/builtin/reading/questions.hpp"
#include "engine/builtin/reading/statement.hpp"
#include "engine/builtin/reading/telegram.hpp"
#include "engine/text/language.hpp"
#include "tests/engine/written_support.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::engine::reading_test {
namespace {

using builtin::address_user;
using builtin::resolve_dates;
using builtin::to_third_person;

// A Tuesday.
constexpr Date kSaid{2026, 5, 12};

std::optional<std::string> stated(std::string_view text, const std::string& person = "") {
  const std::vector<Sentence> all = sentences(builtin::own_words(text));
  if (all.empty()) return std::nullopt;  // nothing of it is the writer's own
  REQUIRE(all.size() == 1);
  builtin::Persons persons;
  if (!person.empty()) persons.note("my friend " + person + " is here");
  return builtin::statement(all[0], persons);
}

struct Memory {
  AssignRequest request;

  void add(std::string text, std::string session, std::string model = "") {
    AssignItem item;
    item.id.bytes[15] = static_cast<std::uint8_t>(request.items.size() + 1);
    item.text = std::move(text);
    item.session = std::move(session);
    item.model = std::move(model);
    request.items.push_back(std::move(item));
  }

  // The model of each item, in order; "" where nothing was assigned.
  [[nodiscard]] std::vector<std::string> models() const {
    const Assignments out = builtin::assign(request).value();
    std::vector<std::string> models(request.items.size());
    for (const Assignment& one : out.assignments) models[one.id.bytes[15] - 1U] = one.model;
    return models;
  }

  [[nodiscard]] std::vector<std::string> discovered() const {
    std::vector<std::string> names;
    for (const KnownModel& model : builtin::assign(request).value().discovered) {
      names.push_back(model.name + ":" + model.type);
    }
    return names;
  }
};

}  // namespace

TEST_CASE("reading: relative dates are resolved against the day they were said") {
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"I ran 8 km yesterday", "I ran 8 km yesterday (2026-05-11)"},
      {"I move tomorrow", "I move tomorrow (2026-05-13)"},
      {"I moved to Austin last week", "I moved to Austin last week (around 2026-05-05)"},
      {"we met last Friday", "we met last Friday (2026-05-08)"},
      {"we met on Tuesday", "we met on Tuesday (2026-05-05)"},
      {"the router died on Sunday", "the router died on Sunday (2026-05-10)"},
      {"she starts on Monday", "she starts on Monday (2026-05-18)"},
      {"she starts next Friday", "she starts next Friday (around 2026-05-22)"},
      {"she comes next weekend", "she comes next weekend (around 2026-05-23)"},
      {"we left last weekend", "we left last weekend (around 2026-05-09)"},
      {"I quit two months ago", "I quit two months ago (March 2026)"},
      {"I will quit in three weeks", "I will quit in three weeks (around 2026-06-02)"},
      {"she turned six on 12 February", "she turned six on 12 February 2026"},
      {"the lease will start on August 1st", "the lease will start on August 1st 2026"},
      {"she bought it in November", "she bought it in November 2025"},
      {"she bought it in October", "she bought it in October"},
      {"it began on 3 June 2019", "it began on 3 June 2019"},
      {"I am staying here for Christmas this year",
       "I am staying here for Christmas this year (2026)"},
      {"I met Ana yesterday (2026-05-11)", "I met Ana yesterday (2026-05-11)"},
      {"the room holds in 40 people", "the room holds in 40 people"},
      {"I moved last Friday, and she starts on Monday",
       "I moved last Friday (2026-05-08), and she starts on Monday (2026-05-18)"},
      {"I'm meeting Ana on Thursday", "I'm meeting Ana on Thursday (2026-05-14)"},
      {"I signed up for a race on 6 December", "I signed up for a race on 6 December 2026"},
      {"my visa expires at the end of November", "my visa expires at the end of November 2026"},
      {"I hand it in by Friday", "I hand it in by Friday (2026-05-15)"},
      {"I haven't smoked since Christmas", "I haven't smoked since Christmas 2025"},
  };
  for (const auto& [said, resolved] : expected) CHECK(resolve_dates(said, kSaid) == resolved);
}

TEST_CASE("reading: next Friday, said on a Sunday, is that of the coming week") {
  CHECK(resolve_dates("she starts next Friday", {2026, 5, 17}) ==
        "she starts next Friday (around 2026-05-22)");
}

TEST_CASE("reading: the first person becomes the third, and its verbs agree") {
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"I moved to Austin", "User moved to Austin"},
      {"I have a sister", "User has a sister"},
      {"I always carry a pen", "User always carries a pen"},
      {"I'm vegetarian", "User is vegetarian"},
      {"my sister Ana is a vet", "User's sister Ana is a vet"},
      {"I left my job and I am happy", "User left their job and they are happy"},
      {"Tomas and I bought a house", "Tomas and User bought a house"},
      {"Jules gave me a key", "Jules gave User a key"},
      {"At Northwind Rail I build models", "At Northwind Rail, User builds models"},
      {"At Northwind Rail I'm building a model", "At Northwind Rail, User is building a model"},
      {"In Bristol, we had a garden", "In Bristol, User had a garden"},
      {"I no longer eat meat", "User no longer eats meat"},
      {"I'll write a page and keep it short", "User will write a page and keep it short"},
      {"I misread the sign and laughed", "User misread the sign and laughed"},
      {"I like the film \"My Left Foot\"", "User likes the film \"My Left Foot\""},
  };
  for (const auto& [said, told] : expected) CHECK(to_third_person(said, "User") == told);
  CHECK_FALSE(to_third_person("I'd been there", "User"));
  CHECK(to_third_person("I work from home", "Maya") == "Maya works from home");
}

TEST_CASE("reading: what the assistant says to you is about the user") {
  CHECK(address_user("I will remind you of your race") ==
        "I will remind the user of the user's race");
  CHECK(address_user("when you plan a party") == "when the user plans a party");
  CHECK(address_user("because you shop on foot") == "because the user shops on foot");
  CHECK(address_user("I will ask you on Friday") == "I will ask the user on Friday");
}

TEST_CASE("reading: what is no statement stays out") {
  for (const char* text :
       {"Where do I live?", "Thanks a lot for the help!", "If I moved to Lisbon I would surf.",
        "I might move to Lisbon.", "Sam said he hates his job.", "Call the plumber at nine.",
        "int main() { return 0; }", "Ich habe gestern eine neue Stelle bekommen.",
        "\"I hate mushrooms and rain\" he wrote.", "You should see the garden.", "She pulls it.",
        "Great idea, let's do that."}) {
    INFO(text);
    CHECK_FALSE(stated(text));
  }
}

TEST_CASE("reading: behind a name and its number stands the verb, behind a count a plural") {
  for (const char* text : {"Pipette 0.4 ships on 20 May", "Postgres 17 drops the old protocol",
                           "Version 2 breaks the plugin for Vim"}) {
    INFO(text);
    CHECK(stated(text));
  }
  CHECK_FALSE(stated("Lisbon 4 nights in a hotel"));
}

TEST_CASE("reading: a statement loses what surrounds the fact") {
  CHECK(stated("Anyway, I moved to Austin!") == "I moved to Austin");
  CHECK(stated("Oh, by the way, I also have a cat called Biscuit :)") ==
        "I have a cat called Biscuit");
  CHECK(stated("Mia hates mushrooms though.") == "Mia hates mushrooms");
  CHECK(stated("I never wanted a team, honestly, but three people is fine.") ==
        "I never wanted a team, but three people is fine");
  CHECK(stated("I forgot my headphones on the plane, of course.") ==
        "I forgot my headphones on the plane");
  CHECK(stated("My sister arrives (tomorrow, I think).") == "My sister arrives (tomorrow)");
  CHECK(stated("I keep the spare keys (the two small ones, I guess)") ==
        "I keep the spare keys (the two small ones)");
}

TEST_CASE("reading: she is the person of the sentence before, or nobody") {
  CHECK(stated("She starts school on Monday.", "Mia") == "Mia starts school on Monday");
  CHECK(stated("Her teacher is called Ms Okafor.", "Mia") == "Mia's teacher is called Ms Okafor");
  CHECK_FALSE(stated("She starts school on Monday."));
  CHECK(builtin::person_in("my sister Ana is a vet") == "Ana");
  CHECK(builtin::person_in("the sofa is grey").empty());
}

TEST_CASE("reading: other people's words are no part of what is read") {
  using builtin::own_words;
  const std::string mark(1, builtin::kOthersWords);
  const auto own = [](std::string_view text) {
    return std::string(trim(collapse_spaces(own_words(text))));
  };
  CHECK(own("He said \"I am late. I am sorry.\" and left") == "He said " + mark + " and left");
  CHECK(own("He wrote “I am “very” late.” We left.") == "He wrote " + mark + ". We left.");
  CHECK(own("Sam said 'I hate my job' and left") == "Sam said " + mark + " and left");
  CHECK(own("I don't like the kids' room") == "I don't like the kids' room");
  CHECK(own("I read \"The Salt Ledger\" twice") == "I read \"The Salt Ledger\" twice");
  CHECK(own("I have a 27\" screen") == "I have a 27\" screen");
  CHECK(own("Polish this:\n\nDear Ms Lind,\nI am a cook.\nRegards,\nPaula\n\nI like it short.") ==
        "Polish this: I like it short.");
  CHECK(own("SELECT a FROM b; -- I live in Oslo\nI am stuck.") == "I am stuck.");
  CHECK(own("Translate this: I live in Oslo") == "Translate this:");
  CHECK(own("See below\nFrom: Dana\nI am out.\n\nI am back.") == "See below");
}

TEST_CASE("reading: what-ifs open, jokes are taken back, and reality returns") {
  CHECK(builtin::opens_what_if("Ok, suppose I set it in Trieste."));
  CHECK(builtin::opens_what_if("In an ideal world I have three months off."));
  CHECK_FALSE(builtin::opens_what_if("I suppose so."));
  CHECK(builtin::opens_what_if("In the novel, I am a detective called Sam."));
  CHECK(builtin::opens_what_if("So in my role-play, my name is Sam."));
  CHECK_FALSE(builtin::opens_what_if("In the game, my team won."));
  CHECK_FALSE(builtin::opens_what_if("In the novel, the detective is called Sam."));
  CHECK_FALSE(builtin::opens_what_if("In the evening, I am at home."));
  CHECK(builtin::returns_to_reality("Back to reality: I work in insurance."));
  CHECK(builtin::is_retraction("April fools!"));
  CHECK_FALSE(builtin::is_retraction("I joked with the nurse about it."));
  CHECK(builtin::is_ironic("I just love being on call 🙃"));
}

TEST_CASE("reading: telegram style gets its subject") {
  CHECK(stated("Ran 14 km yesterday.") == "I ran 14 km yesterday");
  CHECK(stated("delivering the kitchen to the Hendersons") ==
        "I'm delivering the kitchen to the Hendersons");
  CHECK(stated("vegan since 2020, if it matters") == "I've been vegan since 2020");
  CHECK(stated("I'm allergic to penicillin, please remember that.") ==
        "I'm allergic to penicillin");
  CHECK(stated("I'm left-handed, keep that in mind please.") == "I'm left-handed");
  CHECK(stated("Runway until March 2027") == "The runway lasts until March 2027");
  CHECK(stated("Training starts next week.") == "Training starts next week");
  CHECK(stated("Working from home is great for me.") == "Working from home is great for me");
  CHECK_FALSE(stated("Put the kettle on."));
  CHECK(stated("im allergic to nuts lol") == "I'm allergic to nuts");
  CHECK(stated("Just moved to Ghent.") == "I just moved to Ghent");
  CHECK(stated("Can't eat gluten.") == "I can't eat gluten");
  CHECK(stated("Ahmed moved to Bonn.") == "Ahmed moved to Bonn");
  CHECK_FALSE(stated("Ordered by date and size."));
  CHECK(builtin::is_fragment("second hand, 420 euros"));
  CHECK_FALSE(builtin::is_fragment("The lease starts on 1 August"));
}

TEST_CASE("reading: a clause that does not hold takes no other with it") {
  CHECK(stated("I don't do drugs or drink, my coach would kill me.") ==
        "I don't do drugs or drink");
  CHECK(stated("I would love a dog, but my flat is too small for one.") ==
        "my flat is too small for one");
  CHECK(stated("I'm allergic to shellfish, which is rather inconvenient.") ==
        "I'm allergic to shellfish");
  CHECK_FALSE(stated("I would buy the house."));
}

TEST_CASE("reading: questions hold facts, and answers lean on them") {
  using Facts = std::vector<std::string>;
  CHECK(builtin::facts_in_question("You remember that I'm coeliac, don't you?") ==
        Facts{"I'm coeliac"});
  CHECK(builtin::facts_in_question("Is it a problem that we only have a small yard?") ==
        Facts{"we only have a small yard"});
  CHECK(builtin::facts_in_question("What can I cook, since I'm allergic to nuts?") ==
        Facts{"I'm allergic to nuts"});
  CHECK(builtin::facts_in_question("Is that much for someone who is 34?") == Facts{"I am 34"});
  CHECK(builtin::facts_in_question("Where do I live?").empty());
  CHECK(builtin::full_answer("I have, and it failed.", "Have you tried yoga?") ==
        "I have tried yoga, and it failed.");
  CHECK(builtin::full_answer("I have two.", "Have you any cats?") == "I have two.");
}

TEST_CASE("reading: she and him are the person who was spoken of last") {
  builtin::Persons persons;
  persons.note("my sister Ana works in Porto");
  persons.note("my uncle Rui drives a taxi");
  CHECK(persons.resolve("Her flat is small") == "Ana's flat is small");
  CHECK(persons.resolve("I gave him the keys") == "I gave Rui the keys");
  CHECK(persons.resolve("The vet wants to see her again") == "The vet wants to see Ana again");
  CHECK(persons.resolve("My friend Leo lost his job") == "My friend Leo lost his job");
  CHECK(persons.resolve("She's scared of dogs") == "Ana is scared of dogs");
  CHECK(persons.resolve("She's bought a car") == "Ana has bought a car");
  CHECK_FALSE(builtin::Persons().resolve("She left"));
}

TEST_CASE("reading: lists are told one by one where they were done, and together where owned") {
  CHECK(collapse_spaces(builtin::with_lists_told("Last week I planted the following:\n- beans\n- a "
                                                 "quince")) ==
        "Last week I planted the following: Last week I planted beans. Last week I planted a "
        "quince.");
  CHECK(
      collapse_spaces(builtin::with_lists_told("Documents I still need:\n* payslips\n* a form")) ==
      "Documents I still need: I still need payslips and a form.");
  CHECK(collapse_spaces(builtin::with_lists_told("Status:\n1. We won\n2. We lost")) ==
        "Status: 1. We won 2. We lost");
}

TEST_CASE("reading: corrections lose their frame and find their noun") {
  CHECK(stated("I must correct myself: Toby comes on Sundays.") == "Toby comes on Sundays");
  CHECK(stated("Not Marlow's, they closed down in May.") == "Marlow's closed down in May");
  CHECK(builtin::with_noun("it's ash, not oak", {"what oil for an oak worktop?"}) ==
        "the worktop is ash, not oak");
  CHECK(builtin::with_noun("it is Porto, not Lisbon", {"I booked a flight to Lisbon."}) ==
        "the flight is to Porto, not Lisbon");
  CHECK(builtin::with_noun("it's six, not five", {"I am there."}) == "it's six, not five");
  CHECK(builtin::told_there("I haven't shopped there", "at Marlow's") ==
        "I haven't shopped at Marlow's");
}

TEST_CASE("reading: what only says something that was redacted is no fact") {
  CHECK_FALSE(stated("My GitHub token is [redacted:github-token] and my card [redacted:card]."));
  CHECK_FALSE(stated("The password of our router is still [redacted:password]."));
  CHECK_FALSE(stated("My login for the bank was: [redacted:password]."));
  CHECK(stated("I live in Porto, and my password is [redacted:password].") == "I live in Porto");
  CHECK(stated("I sent the key [redacted:api-key] to Tomas.") ==
        "I sent the key [redacted:api-key] to Tomas");
}

TEST_CASE("reading: commitments of the assistant") {
  using builtin::commitment;
  CHECK(commitment("I won't suggest Marlow's again.") == "I won't suggest Marlow's again");
  CHECK(commitment("Next time I'll bring the fee table, it changes often.") ==
        "I'll bring the fee table, it changes often");
  CHECK(commitment("I'll remind you not to feed him.").empty());
  CHECK(commitment("I'll be happy to help.").empty());
}

TEST_CASE("reading: German of the first person is told in German") {
  const auto fact = [](std::string_view text) {
    return builtin::german_fact(text, "User", kSaid, false);
  };
  CHECK(fact("Ich bin Architektin und arbeite seit 2019 in Leipzig.") ==
        "User ist Architektin und arbeitet seit 2019 in Leipzig");
  CHECK(fact("Seit Mai wohne ich in Graz, weil ich dort studiere.") ==
        "Seit Mai wohnt User in Graz, weil User dort studiert");
  CHECK(fact("Meine Schwester zieht nächsten Monat nach Kiel.") ==
        "Users Schwester zieht im Juni 2026 nach Kiel");
  CHECK_FALSE(fact("Wenn ich im Lotto gewinnen würde, hätte ich ein Haus."));
  CHECK_FALSE(fact("Der Zug fährt um neun."));
  CHECK(fact("Eigentlich heißt meine alte Katze Momo.") == "Users alte Katze heißt Momo");
  CHECK(fact("Leider wohne ich nicht mehr in Kiel.") == "User wohnt nicht mehr in Kiel");
}

TEST_CASE("reading: what something is not, and is, is told as one") {
  using builtin::told_as_contrast;
  CHECK(told_as_contrast("The exam isn't on the 3rd, it's on the 5th of March") ==
        "The exam is on the 5th of March, not on the 3rd");
  CHECK(told_as_contrast("My name is not Bob, it's Rob") == "My name is Rob, not Bob");
  CHECK(told_as_contrast("It isn't far, it's late, and I am tired") ==
        "It isn't far, it's late, and I am tired");
  CHECK(told_as_contrast("I live in Kiel") == "I live in Kiel");
}

// kSaid is a Tuesday.
TEST_CASE("reading: a German weekday gets its day where the sentence tells which") {
  const auto fact = [](std::string_view text) {
    return builtin::german_fact(text, "User", kSaid, false);
  };
  CHECK(fact("Am Freitag fahre ich nach Ulm.") == "Am Freitag (15. Mai 2026) fährt User nach Ulm");
  CHECK(fact("Ich bin am Freitag nach Ulm gefahren.") ==
        "User ist am Freitag (8. Mai 2026) nach Ulm gefahren");
  CHECK(fact("Am Samstagabend habe ich mir den Arm gebrochen.") ==
        "Am Samstagabend (9. Mai 2026) hat User sich den Arm gebrochen");
  CHECK(fact("Letzten Dienstag habe ich mein Cello verkauft.") ==
        "Letzten Dienstag (5. Mai 2026) hat User Users Cello verkauft");
  CHECK(fact("Nächsten Montag beginnt mein Kurs.") ==
        "Nächsten Montag (18. Mai 2026) beginnt Users Kurs");
  CHECK(fact("Nächsten Donnerstag habe ich frei.") ==
        "Nächsten Donnerstag (um den 21. Mai 2026) hat User frei");
  CHECK(fact("Seit Montag habe ich Fieber.") == "Seit Montag (11. Mai 2026) hat User Fieber");
  CHECK(fact("Bis Freitag muss ich die Miete zahlen.") ==
        "Bis Freitag (15. Mai 2026) muss User die Miete zahlen");
  CHECK(fact("Übermorgen ziehe ich nach Kiel.") == "Am 14. Mai 2026 zieht User nach Kiel");
  CHECK(fact("Am Montag habe ich Prüfung.") == "Am Montag (18. Mai 2026) hat User Prüfung");
  CHECK(fact("Meine Prüfung wurde auf Donnerstag verschoben.") ==
        "Users Prüfung wurde auf Donnerstag (14. Mai 2026) verschoben");
  CHECK(fact("Vor zwei Wochen habe ich meinen Job gekündigt.") ==
        "Vor zwei Wochen (um den 28. April 2026) hat User den Job gekündigt");
  CHECK(fact("In drei Tagen fliege ich nach Rom.") ==
        "In drei Tagen (15. Mai 2026) fliegt User nach Rom");
  // What is done again and again has no day.
  CHECK(fact("Am Montag spiele ich immer Tennis.") == "Am Montag spielt User immer Tennis");
  CHECK(fact("Jeden Freitag esse ich Fisch.") == "Jeden Freitag isst User Fisch");
  CHECK(fact("Am Montag habe ich Klavier.") == "Am Montag hat User Klavier");
  CHECK(builtin::german_commitment("Ich werde dich am Freitag erinnern.", kSaid) ==
        "Assistant wird den Nutzer am Freitag (15. Mai 2026) erinnern");
}

TEST_CASE("assign: a name that comes back as a person or a project becomes a model") {
  Memory memory;
  for (const char* session : {"a", "b", "c"}) {
    memory.add("User's sister Ana visits on Sundays.", session);
    memory.add("User soldered the Kestrel firmware board.", session);
    memory.add("User lives in Lisbon.", session);
  }
  memory.add("Assistant will remind the user of Ana's birthday.", "c");
  CHECK(memory.discovered() == std::vector<std::string>{"ana:person", "kestrel:project"});
  const std::vector<std::string> models = memory.models();
  CHECK(std::count(models.begin(), models.end(), "ana") == 3);
  CHECK(std::count(models.begin(), models.end(), "kestrel") == 3);
  CHECK(std::count(models.begin(), models.end(), "user") == 3);
  CHECK(models.back() == "assistant");
}

TEST_CASE("assign: what has versions and ships is a project") {
  Memory memory;
  for (const char* session : {"a", "b", "c"}) {
    memory.add("Pipette 0.4 ships on 20 May 2026.", session);
    memory.add("Pipette crashes on large files.", session);
    memory.add("Pipette opened the window.", session);
    memory.add("Tomas crashed into a fence.", session);
    memory.add("User's friend Tomas likes owls.", session);
  }
  CHECK(memory.discovered() == std::vector<std::string>{"pipette:project", "tomas:person"});
}

TEST_CASE("assign: a boat, a cat and a tool are no persons, and a boat builder is one") {
  Memory memory;
  for (const char* session : {"a", "b", "c"}) {
    memory.add("Portolog is a small software tool for sailors.", session);
    memory.add("Tramontana is User's old wooden boat.", session);
    memory.add("User's cat Bruno sleeps on the sail.", session);
    memory.add("Rita is a boat builder with a cat.", session);
    memory.add("Nevio is a software engineer.", session);
    memory.add("Portolog needs a release.", session);
    memory.add("Tramontana needs paint.", session);
  }
  CHECK(memory.discovered() == std::vector<std::string>{"bruno:topic", "nevio:person",
                                                        "portolog:project", "rita:person",
                                                        "tramontana:topic"});
}

TEST_CASE("assign: a name in fewer sessions, or one that is only mentioned, becomes none") {
  Memory memory;
  for (int i = 0; i < 5; ++i) memory.add("User's brother Olaf is ill.", "one");
  for (const char* session : {"a", "b", "c"}) {
    memory.add("User went for a walk with the dog named Figo.", session);
  }
  CHECK(memory.discovered().empty());
}

TEST_CASE("assign: the second word of a company's name is no verb") {
  Memory memory;
  memory.add("Harbour Analytics moved everyone to an open-plan office.", "a");
  memory.add("Harbour Analytics allows full remote work.", "b");
  memory.add("User is leaving Harbour Analytics.", "c");
  CHECK(memory.discovered().empty());
}

TEST_CASE("assign: a name of the user becomes no model, whichever of them a fact has") {
  Memory memory;
  memory.request.user_names = {"Elin Vik", "Lina"};
  for (const char* session : {"a", "b", "c"}) {
    memory.add("Elin works at a bakery.", session);
    memory.add("Elin's sister Ana visits on Sundays.", session);
    memory.add("Lina lives in Bergen.", session, "user");
    memory.add("User lives in Bergen.", session);
  }
  CHECK(memory.discovered() == std::vector<std::string>{"ana:person"});
  CHECK(memory.models()[0] == "user");
  CHECK(memory.models()[1] == "ana");
  CHECK(memory.models()[2].empty());
  CHECK(memory.models()[3] == "user");
  memory.request.models.push_back({"elin", "Elin", "person", {}});
  CHECK(memory.models()[0] == "user");
}

TEST_CASE("assign: facts of the user move to a model that is new, and nothing else moves") {
  Memory memory;
  for (const char* session : {"a", "b", "c"}) {
    memory.add("Ana visits on Sundays.", session, "user");
    memory.add("Ana plays chess.", session, "tomas");
  }
  memory.add("Ana has a boat.", "d");  // the one that is to be assigned, and names her
  const std::vector<std::string> models = memory.models();
  CHECK(models[0] == "ana");
  CHECK(models[1].empty());
}

TEST_CASE("synthesise: a promise for a day that is over goes, unless nothing else is there") {
  CHECK(section({"2026-04-01 Assistant will remind the user to call the bank on 3 April 2026.",
                 "2026-05-02 Assistant will keep Fridays free of errands."}) ==
        "- I will keep Fridays free of errands.");
  CHECK(section({"2026-04-01 Assistant will remind the user to call the bank on 3 May 2026.",
                 "2026-05-02 Assistant will keep Fridays free of errands."})
            .find("call the bank on 3 May") != std::string::npos);
  CHECK_FALSE(
      section({"2026-04-01 Assistant will call the bank for the user on 3 March 2026."}).empty());
}

TEST_CASE("synthesise: a last day at work is no day before it was said") {
  CHECK(section({"2026-05-02 User's last day at Harbour Analytics was on 2026-04-30."}) ==
        "- The user's last day at Harbour Analytics was on 30 April 2026.");
}

TEST_CASE(
    "reading: of a name that waiting facts tell of, what the memory has is asked for and moves") {
  Memory all;
  all.add("User's daughter Nadia won a prize.", "s1", "user");
  all.add("User's daughter Nadia reads.", "s2", "user");
  all.add("User's son Timo swims.", "s3", "user");
  const std::vector<AssignItem> held = all.request.items;
  Memory waiting;
  waiting.request.items.clear();
  AssignItem item;
  item.id.bytes[15] = 9;
  item.text = "User's daughter Nadia dances in Oslo.";
  item.session = "s4";
  waiting.request.items.push_back(item);
  std::vector<std::string> asked;
  waiting.request.naming = [&](std::string_view name) {
    asked.emplace_back(name);
    std::vector<AssignItem> found = {item};  // what waits may be among them
    if (name == "nadia") found.insert(found.end(), held.begin(), held.begin() + 2);
    return found;
  };
  const Assignments out = builtin::assign(waiting.request).value();
  CHECK(asked == std::vector<std::string>{"nadia", "oslo"});
  REQUIRE(out.discovered.size() == 1);
  CHECK(out.discovered[0].name == "nadia");
  CHECK(out.assignments.size() == 3);
  for (const Assignment& one : out.assignments) CHECK(one.model == "nadia");
}

TEST_CASE("reading: a name of which nothing that waits tells is not judged again") {
  Memory memory;
  for (const char* session : {"s1", "s2", "s3"}) {
    memory.add("User's daughter Nadia won a prize.", session, "user");
  }
  memory.add("User reads.", "s4");
  CHECK(memory.discovered().empty());
  CHECK(memory.models() == std::vector<std::string>{"", "", "", "user"});
}

}  // namespace pyramid::engine::reading_test
