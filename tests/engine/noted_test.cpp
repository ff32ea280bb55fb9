// What the built-in engine notes of short conversations, sentence by sentence.
#include "engine/engine.hpp"
#include "pyramid/time.hpp"
#include "tests/support/catch.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace pyramid::engine::noted_test {
namespace {

using Texts = std::vector<std::string>;

// The turns of a user, said one after the other on Wednesday, 10 June 2026.
Texts noted(const Texts& turns) {
  format::Conversation conversation;
  conversation.source = "test";
  conversation.origin = conversation.title = "noted";
  conversation.start = parse_time("2026-06-10T08:00:00Z").value();
  for (const std::string& text : turns)
    conversation.turns.push_back({format::Speaker::kUser, conversation.start, text, ""});
  ExtractRequest request;
  request.conversation = &conversation;
  request.first = 1;
  request.last = static_cast<std::int64_t>(turns.size());
  Texts texts;
  const std::vector<Extracted> facts = make_builtin_engine()->extract(request).value();
  for (const Extracted& fact : facts) texts.push_back(fact.text);
  return texts;
}

void check_nothing_noted(const Texts& each) {
  for (const std::string& text : each) {
    INFO(text);
    CHECK(noted({text}).empty());
  }
}

using Told = std::vector<std::pair<std::string, std::string>>;

void check_told(const Told& each) {
  for (const auto& [text, told] : each) CHECK(noted({text}) == Texts{told});
}

}  // namespace

TEST_CASE("noted: a denial of what was said before is no repetition") {
  CHECK(noted({"I work at Siemens.", "I don't work at Siemens any more."}) ==
        Texts{"User works at Siemens.", "User doesn't work at Siemens any more."});
  CHECK(noted({"I like tea.", "I don't like tea."}).size() == 2);
  CHECK(
      noted({"Ich mag Kaffee und bin Lehrer.", "Ich mag Kaffee nicht und bin Lehrer."}) ==
      Texts{"User mag Kaffee.", "User ist Lehrer.", "User mag Kaffee nicht.", "User ist Lehrer."});
}

TEST_CASE("noted: a German day or storey with its full stop is not cut in half") {
  check_told({
      {"Ich wohne seit dem 1. Oktober in Köln.", "User wohnt seit dem 1. Oktober in Köln."},
      {"Mein Umzug ist am 3. November.", "Users Umzug ist am 3. November."},
      {"Ich fliege am 24. nach Rom.", "User fliegt am 24. nach Rom."},
      {"Mein Geburtstag ist der 5. Mai.", "Users Geburtstag ist der 5. Mai."},
      {"Unsere Wohnung ist im 3. Stock.", "Users Wohnung ist im 3. Stock."},
      {"Meine Tochter wird am 4. Mai sechs.", "Users Tochter wird am 4. Mai sechs."},
      {"Wir fahren vom 12. bis 19. Juli nach Rügen, das Hotel heißt Seeblick.",
       "User fährt vom 12. bis 19. Juli nach Rügen, das Hotel heißt Seeblick."},
      {"Wir heiraten am 5. 6. 2027 in Graz.", "User heiratet am 5. 6. 2027 in Graz."},
      {"Ich wurde am 31. Mai geboren.", "User wurde am 31. Mai geboren."},
      {"Ich arbeite bei der Fa. Huber in Wels.", "User arbeitet bei der Fa. Huber in Wels."},
      {"Ich verdiene ca. 4.000 Euro im Monat.", "User verdient ca. 4.000 Euro im Monat."},
  });
  CHECK(noted({"Ich bin am 24. zurück. Meine Frau bleibt in Rom."}).size() == 2);
  CHECK(noted({"I am 34. My brother Tim is 36."}).size() == 2);
}

TEST_CASE("noted: initials with full stops do not end the sentence that goes on") {
  check_told({{"I work for the U.N. in Geneva.", "User works for the U.N. in Geneva."}});
  check_told(
      {{"I was born in Washington D.C. in 1980.", "User was born in Washington D.C. in 1980."}});
  CHECK(noted({"I live in the U.S. My brother Tim lives in Rome."}).size() == 2);
}

TEST_CASE("noted: she and he are the animal spoken of last, not a person of an earlier turn") {
  CHECK(
      noted({"My mother-in-law, Ingrid, turned 70.",
             "Is my cat's limp something to worry about? She's called Miso and she is eleven."}) ==
      Texts{"User's mother-in-law, Ingrid, turned 70.",
            "User's cat is called Miso and she is eleven."});
  CHECK(noted({"My colleague Rashid works at Spotify.", "My dog got sick. He is twelve."}) ==
        Texts{"User's colleague Rashid works at Spotify.", "User's dog got sick.",
              "User's dog is twelve."});
}

TEST_CASE("noted: she and he are the animal that the user has") {
  CHECK(noted({"I have an old cat. Her name is Luna."}).back() == "User's cat's name is Luna.");
}

TEST_CASE("noted: where she or he may be a stranger or another's dog, nobody is meant") {
  CHECK(noted({"My grandmother is 94.", "A nurse came by. She was kind."}).size() == 1);
  CHECK(noted({"My neighbour has a dog. He barks all night."}).size() == 1);
}

TEST_CASE("noted: where she may be a car, nobody is meant") {
  CHECK(noted({"My sister Paula lives in Rome.",
               "I bought a car on 3 May 2026. She is a beauty and she is red."})
            .size() == 2);
}

TEST_CASE("noted: a person of the sentence before is she or he still") {
  CHECK(noted({"My flatmate Noor is a paramedic. She works nights in Leeds."}).back() ==
        "Noor works nights in Leeds.");
}

TEST_CASE("noted: what stands behind a speaker's name is not the user's") {
  check_nothing_noted({
      "Tom: I live in Rome.",
      "Paul: I have quit smoking.",
      "[12.03.26, 10:32] Anna: I am pregnant",
      "**Tom:** I live in Rome.",
      "My neighbour claims: I am allergic to cats.",
      "My dad always says: I am the king of France.",
      "The song goes: I shot the sheriff but I did not shoot the deputy",
      "Tom: Ich wohne in Rom.",
      "tom: i live in rome",
      "My wife: I am pregnant!",
      "For our D&D game: I am an elf with a bow.",
      "Mein Vater sagt immer: Ich bin der König von Frankreich.",
  });
  CHECK(noted({"One thing about me: I am allergic to cats."}).size() == 1);
  for (const char* own : {"Good news: I got the job.", "Forgot to say: I am allergic to cats.",
                          "Me: I live in Rome.", "Remember: I am allergic to cats.",
                          "Saturday: I ran 12 km along the Elbe.", "Also: I live in Rome."}) {
    INFO(own);
    CHECK(noted({own}).size() == 1);
  }
}

TEST_CASE("noted: parts in a play and lines that all know are nobody's facts") {
  check_nothing_noted({
      "Role-play: I am a 60-year-old fisherman from Galway. I own two boats.",
      "You are the judge and I am the defendant. I stole three horses.",
      "My character is Borin. I am a dwarf with an axe.",
      "I am Groot.",
  });
}

TEST_CASE("noted: an event that tickets were bought for is to come") {
  check_told({
      {"I bought 3 tickets for the opera on Friday.",
       "User bought 3 tickets for the opera on Friday (2026-06-12)."},
      {"I bought the tickets on Friday.", "User bought the tickets on Friday (2026-06-05)."},
  });
}

TEST_CASE("noted: what one was told to do on a day is to come") {
  check_told({{"My boss told me to come in on Saturday.",
               "User's boss told them to come in on Saturday (2026-06-13)."}});
}

TEST_CASE("noted: a short German sentence of one's own is German") {
  check_told({{"Meine Miete beträgt 1.150 Euro.", "Users Miete beträgt 1.150 Euro."},
              {"Ich heiße übrigens Signe.", "User heißt Signe."}});
}

TEST_CASE("noted: a German correction is told of the fact that has the wrong value") {
  CHECK(noted({"Meine Katze heißt Miso.", "Korrektur: Sie heißt Mitzi, nicht Miso."}).back() ==
        "Users Katze heißt Mitzi, nicht Miso.");
  CHECK(noted({"Ich wohne in Kiel.", "Nein, in Bremen, nicht in Kiel."}).back() ==
        "User wohnt in Bremen.");
  CHECK(noted({"Ich wohne in Kiel.", "Nein, ich wohne in Bremen, nicht in Kiel."}).back() ==
        "User wohnt in Bremen, nicht in Kiel.");
}

TEST_CASE("noted: verbs that end like a past are told in the present") {
  check_told({{"I breed rabbits.", "User breeds rabbits."},
              {"I feed my hens at seven.", "User feeds their hens at seven."},
              {"We agreed on a rent of 900 euros.", "User agreed on a rent of 900 euros."}});
}

TEST_CASE("noted: what a doctor told the user to do") {
  check_told({
      {"My physiotherapist says I should avoid running until August.",
       "User's physiotherapist says they should avoid running until August 2026."},
      {"My dentist says I need a crown.", "User's dentist says they need a crown."},
      {"My doctor told me to avoid salt.", "User's doctor told them to avoid salt."},
  });
  check_nothing_noted({"My boss says the moon is made of cheese."});
}

TEST_CASE("noted: what the assistant is to remember, and how it is to answer") {
  check_told({
      {"Remind me that my passport, the Irish one, expires on 3 November 2027.",
       "User's passport, the Irish one, expires on 3 November 2027."},
      {"Please always answer me in French.",
       "User wants the assistant to always answer them in French."},
      {"Never use emojis when you answer me.",
       "User wants the assistant to never use emojis when it answers them."},
      {"From now on, call me Sam.", "User wants the assistant to call them Sam."},
      {"Could you write an email to my landlord Mr. Baxter about the broken boiler?",
       "User's landlord is Mr. Baxter."},
      {"Help me plan a party for my daughter Mia.", "User's daughter is called Mia."},
  });
  check_nothing_noted({"Please answer me in French.", "Never mind.", "Never eat yellow snow."});
}

TEST_CASE("noted: short statements of oneself") {
  check_told({{"I am a smoker.", "User is a smoker."}, {"I sail a Laser.", "User sails a Laser."}});
  check_nothing_noted({"I am a mess.", "I'm a bit."});
}

TEST_CASE("noted: passing trouble and leave-taking are not worth noting") {
  check_nothing_noted({
      "I'll be right back.",
      "I got an error when I ran npm install.",
      "I keep getting a 404 when I open the page.",
      "Ich habe eine Frage zu meinem Steuerbescheid.",
  });
}

TEST_CASE("noted: a sentence with two facts is noted as two, each of its own subject") {
  CHECK(noted({"I live in Kiel and have a cat."}) ==
        Texts{"User lives in Kiel.", "User has a cat."});
  CHECK(noted({"My sister's fiancé Pieter works at Volvo; I work at Dentius."}) ==
        Texts{"User's sister's fiancé Pieter works at Volvo.", "User works at Dentius."});
  CHECK(noted({"My name is Nora and I live in Leipzig."}) ==
        Texts{"User's name is Nora.", "User lives in Leipzig."});
  CHECK(noted({"I'm Nora, I live in Leipzig with my husband and work at the zoo."}) ==
        Texts{"User is Nora.", "User lives in Leipzig.", "User lives with their husband.",
              "User works at the zoo."});
  CHECK(noted({"Ich wohne in Kiel und habe eine Katze."}) ==
        Texts{"User wohnt in Kiel.", "User hat eine Katze."});
}

TEST_CASE("noted: who corrects one of two facts in the next sentence means that one") {
  CHECK(noted({"I live in Kiel and have a cat. No, sorry, Bremen."}) ==
        Texts{"User lives in Bremen.", "User has a cat."});
}

TEST_CASE("noted: a plan gets the day that it is for") {
  check_told({{"I start at Acme on Monday.", "User starts at Acme on Monday (2026-06-15)."},
              {"My job interview is on Friday.", "User's job interview is on Friday (2026-06-12)."},
              {"I teach yoga on Mondays.", "User teaches yoga on Mondays."},
              {"I had to leave on Monday.", "User had to leave on Monday (2026-06-08)."},
              {"Don't forget: the dentist conference is on 2 October in Leuven.",
               "The dentist conference is on 2 October in Leuven."},
              {"My daughter's school starts at 8:15, not 8:30 as I told you.",
               "User's daughter's school starts at 8:15, not 8:30."}});
}

TEST_CASE("noted: who nobody can be is said in jest") {
  check_nothing_noted({"Sure, and I'm the Queen of England.", "Of course, and I am the Pope!",
                       "Klar, und ich bin der Kaiser von China."});
  check_told({{"I row, and I'm the treasurer of our club.",
               "User rows, and they are the treasurer of their club."}});
}

TEST_CASE("noted: what somebody wrote to the user is not the user's") {
  check_nothing_noted({"My friend wrote me: I'm pregnant!", "My cousin told me: I quit my job."});
  check_told({{"As I told you: I live in Bonn.", "User lives in Bonn."}});
}

TEST_CASE("noted: German days are written out, and things are the speaker's by the article") {
  check_told(
      {{"Letzte Woche habe ich meinen Führerschein bestanden.",
        "Um den 3. Juni 2026 hat User den Führerschein bestanden."},
       {"Gestern Abend war ich in Kiel.", "Am Abend des 9. Juni 2026 war User in Kiel."},
       {"Ich fahre seit gestern mit dem Rad.", "User fährt seit dem 9. Juni 2026 mit dem Rad."},
       {"Ich liebe meine Frau Anna.", "User liebt Users Frau Anna."}});
}

}  // namespace pyramid::engine::noted_test
