#include "base/text.hpp"
#include "tests/engine/written_support.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <vector>

namespace pyramid::engine::synthesise_test {
namespace {

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

const std::vector<std::string> kSpring = {
    "2026-01-02 User lives in Denver with Mia.",
    "2026-01-05 User works at Brightwave and lives in Denver.",
    "2026-02-05 Assistant recommended Obsidian for the user's notes.",
    "2026-02-20 User's favourite colour is green.",
    "2026-03-01 User plans to visit Lisbon in July 2026.",
    "2026-03-03 Kestrel is User's home weather station project.",
    "2026-03-09 User soldered the sensor board of Kestrel.",
    "2026-03-20 User's dog is called Max.",
    "2026-04-01 User no longer plans to visit Lisbon.",
    "2026-04-02 User's favourite color is blue.",
    "2026-04-20 User moved to Austin yesterday (2026-04-19).",
    "2026-04-28 Kestrel's launch is on 2026-06-01.",
    "2026-05-01 Kestrel's launch is on 2026-07-01.",
    "2026-05-02 Assistant learned that the user wants the assistant to keep its answers short."};

}  // namespace

TEST_CASE("synthesise: newer facts win, topics stand together, the assistant says I") {
  CHECK(section(kSpring) ==
        "- The user moved to Austin on 19 April 2026.\n"
        "- The user works at Brightwave.\n"
        "- The user's dog is called Max.\n"
        "- The user no longer plans to visit Lisbon.\n"
        "- I recommended Obsidian for the user's notes.\n"
        "- Kestrel is the user's home weather station project.\n"
        "- The user soldered the sensor board of Kestrel.\n"
        "- Kestrel's launch is on 1 July 2026.\n"
        "- The user's favourite color is blue.\n"
        "- I learned that the user wants me to keep my answers short.");
}

TEST_CASE("synthesise: where all that is quoted is said by the one it is about, nobody is named") {
  const std::vector<std::string> lines = {
      "2026-05-02 User: \"We bought the flat on Easter Road!\"",
      "2026-05-03 User, to \"How old are they?\": \"They are ten years old.\""};
  CHECK(section(lines) ==
        "- \"We bought the flat on Easter Road!\"\n"
        "- To \"How old are they?\": \"They are ten years old.\"");
  std::vector<std::string> two = lines;
  two.emplace_back("2026-05-04 Ana: \"I paint houses in Porto.\"");
  const std::string of_two = section(two);
  CHECK(contains(of_two, "- User: \"We bought the flat on Easter Road!\"\n"));
  CHECK(contains(of_two, "- User, to \"How old are they?\": \"They"));
  CHECK(contains(of_two, "- Ana: \"I paint houses in Porto.\""));
}

TEST_CASE("synthesise: what a person kept of a quotation is not told again with its speaker") {
  const std::vector<std::string> lines = {
      "2026-05-02 User: \"We bought the flat on Easter Road!\"",
      "2026-05-03 User: \"The kitchen has a view of the castle.\""};
  CHECK(section(lines, "this-week", 1200, "- \"We bought the flat on Easter Road!\"") ==
        "- \"We bought the flat on Easter Road!\"\n"
        "- \"The kitchen has a view of the castle.\"");
}

TEST_CASE("synthesise: a quotation that a person struck out stays away with and without speaker") {
  SynthesiseRequest request;
  request.section = "this-week";
  request.sources = all_said({"2026-05-02 User: \"We bought the flat on Easter Road!\"",
                              "2026-05-03 User: \"The kitchen has a view of the castle.\""});
  request.speakers = {"User"};
  for (const char* struck :
       {"User: \"We bought the flat on Easter Road!\"", "\"We bought the flat on Easter Road!\""}) {
    request.struck = {format::mark_of(struck)};
    CHECK(builtin::synthesise(request).value() == "- \"The kitchen has a view of the castle.\"");
  }
}

TEST_CASE("synthesise: by a fact that is dated in the future nothing is over before its day") {
  CHECK(section({"2026-05-31 User flies to Rome on 6 June 2026.",
                 "2026-06-07 User has a dentist appointment in Bristol."}) ==
        "- The user has a dentist appointment in Bristol.\n"
        "- The user flies to Rome on 6 June 2026.");
}

TEST_CASE("synthesise: sections that reach far back say when a fact was noted") {
  const std::string text = section(kSpring, "user/this-year");
  CHECK(contains(text, "- The user moved to Austin on 19 April 2026.\n"));
  CHECK(contains(text, "- The user works at Brightwave (noted January 2026).\n"));
  CHECK(contains(text, "- The user's dog is called Max (noted March 2026).\n"));
  CHECK_FALSE(contains(section(kSpring, "user/this-month"), "noted"));
}

TEST_CASE("synthesise: a name has no age") {
  const std::string text =
      section({"2026-03-02 User is Dario.", "2026-03-02 User drives a van."}, "user/this-year");
  CHECK(contains(text, "- The user is Dario.\n"));
  CHECK(contains(text, "- The user drives a van (noted March 2026)."));
}

TEST_CASE("synthesise: what leans on a sentence that stands elsewhere") {
  CHECK(section({"2026-05-02 User also used to drink five.", "2026-05-02 User also loves leeks.",
                 "2026-05-03 User planted tomatoes and basil there."}) ==
        "- The user loves leeks.\n"
        "- The user planted tomatoes and basil.");
  CHECK(section({"2026-05-02 User lives there."}) == "- The user lives there.");
  CHECK(section({"2026-05-02 User turned five."}) == "- The user turned five.");
}

TEST_CASE("synthesise: a person, told once each") {
  CHECK(section({"2026-05-02 Mia is User's daughter.", "2026-05-03 Mia is 7 years old.",
                 "2026-05-04 Mia likes horses.", "2026-05-05 Mia loves horses.",
                 "2026-05-20 Mia turned 8.", "2026-05-21 Mia started piano lessons."}) ==
        "- Mia is the user's daughter.\n"
        "- Mia started piano lessons.\n"
        "- Mia loves horses.\n"
        "- Mia turned 8.");
}

TEST_CASE("synthesise: commitments of the assistant") {
  CHECK(section({"2026-05-20 Assistant will remind the user to book the vet on 2026-06-01.",
                 "2026-05-21 Assistant promised to send a packing list.",
                 "2026-05-22 Assistant is going to compare two insurers for the user."}) ==
        "- I will remind the user to book the vet on 1 June 2026.\n"
        "- I am going to compare two insurers for the user.\n"
        "- I promised to send a packing list.");
}

TEST_CASE("synthesise: who somebody is, in plain sentences") {
  CHECK(section({"2026-05-02 User is Dario, they are 34, and they live in Turin with their wife "
                 "Elena."}) ==
        "- The user lives in Turin.\n"
        "- The user lives with their wife Elena.\n"
        "- The user is Dario.\n"
        "- The user is 34 years old.");
  CHECK(section({"2026-05-02 User's name is Dario, they are 34, they live in Turin and they work "
                 "as a nurse.",
                 "2026-05-03 User is Dario, 34, a nurse from Turin."})
            .find("they are") == std::string::npos);
  // Where "they" may be others, the sentence stays.
  for (const char* text :
       {"User has two cats, they are both black.", "User is a landlord, they are 12 in the house.",
        "User works at Acme, they are a big firm.", "User works with twins, they live in Rome."}) {
    INFO(text);
    CHECK(section({std::string("2026-05-02 ") + text}) ==
          "- The user" + std::string(text).substr(4));
  }
}

TEST_CASE("synthesise: what was asked of the assistant is no part of the fact") {
  CHECK(section({"2026-05-02 User hates coriander, please never suggest it."}) ==
        "- The user hates coriander.");
}

TEST_CASE("synthesise: no word that goes stale") {
  const std::string text = section(
      {"2026-05-12 User saw the dentist yesterday.", "2026-05-12 User flies to Rome tomorrow.",
       "2026-05-12 User is currently learning Spanish.", "2026-05-12 User sold the car last month.",
       "2026-05-12 User feels better today."});
  for (const char* word : {"yesterday", "tomorrow", "currently", "last month", "today", "now"}) {
    CHECK_FALSE(contains(text, word));
  }
  CHECK(contains(text, "The user saw the dentist on 11 May 2026."));
  CHECK(contains(text, "The user flies to Rome on 13 May 2026."));
  CHECK(contains(text, "The user sold the car in April 2026."));
}

TEST_CASE("synthesise: from summaries the same facts come back") {
  SynthesiseRequest request;
  request.section = "earlier";
  SourceText source;
  source.start = {*parse_time("2025-01-02")};
  source.end = {*parse_time("2025-05-20")};
  source.count = 10;
  source.text =
      "As of early January 2025, the user works at Brightwave and lives in Denver. By late May, "
      "the "
      "user had adopted a cat named Biscuit. The user also prefers tea.";
  request.sources = {source, said("2025-06-10 User moved to Austin in June 2025.")};
  CHECK(builtin::synthesise(request).value() ==
        "- The user moved to Austin in June 2025.\n"
        "- The user works at Brightwave (noted January 2025).\n"
        "- The user adopted a cat named Biscuit (noted May 2025).\n"
        "- The user prefers tea.");
}

TEST_CASE("synthesise: the budget holds and the newest stay") {
  for (std::size_t budget = 10; budget < 900; budget += 11) {
    const std::string text = section(kSpring, "this-week", budget);
    INFO(budget);
    CHECK_FALSE(text.empty());
    CHECK(text.size() <= budget);
    for (const auto line : split_lines(text)) CHECK(line.starts_with("- "));
  }
  std::vector<std::string> many;
  for (int i = 10; i < 29; ++i) {
    many.push_back("2026-05-" + std::to_string(i) + " User finished chapter " + std::to_string(i) +
                   " of the book.");
  }
  const std::string text = section(many, "this-week", 200);
  CHECK(contains(text, "chapter 28"));
  CHECK_FALSE(contains(text, "chapter 10"));
}

TEST_CASE("synthesise: what a person wrote stands verbatim and first") {
  const std::string kept = "- The user moved to **Austin** on 19 April 2026, and loves it.";
  const std::string text = section(kSpring, "this-week", 1200, kept);
  CHECK(text.starts_with(kept + "\n- "));
  CHECK(text.find("19 April 2026") == text.rfind("19 April 2026"));
  CHECK(section(kSpring, "this-week", 60, kept) == kept);
  CHECK(section({}, "this-week", 60, "").empty());
  CHECK(section({"2026-05-01 User sings."}, "this-week", 600, "My own words.") ==
        "My own words.\n\n- The user sings.");
}

TEST_CASE("synthesise: names, numbers, negations and markup are never touched") {
  for (const char* text :
       {"User doesn't eat meat.", "User never drinks coffee after 3 pm.",
        "User's phone number is +43 660 1234567.", "User uses `git rebase -i` daily.",
        "User paid $1,850.50 for Ms. O'Neill's desk."}) {
    std::string expected = text;
    expected.replace(0, 4, "- The user");
    CHECK(section({std::string("2026-05-02 ") + text}) == expected);
  }
}

}  // namespace pyramid::engine::synthesise_test
