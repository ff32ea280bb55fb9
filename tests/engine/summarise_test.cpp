#include "tests/engine/written_support.hpp"
#include "tests/support/catch.hpp"

#include <chrono>
#include <random>
#include <string>
#include <vector>

namespace pyramid::engine::summarise_test {
namespace {

const std::vector<std::string> kMay = {
    "2026-05-02 User moved to Austin last week (around 2026-04-25).",
    "2026-05-02 User works at Brightwave as a data engineer.",
    "2026-05-03 Mia started school in September 2025.",
    "2026-05-05 User is allergic to peanuts.",
    "2026-05-07 User adopted a cat named Biscuit.",
    "2026-05-09 User started running three times a week.",
    "2026-05-12 User does not like cilantro.",
    "2026-05-19 User prefers tea over coffee in the morning.",
    "2026-05-21 Assistant will remind the user to book the vet on 2026-06-01.",
    "2026-05-25 User bought a red bicycle for $420."};

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("summarise: a month of a person's life") {
  CHECK(summary(kMay) ==
        "The user moved to Austin around 25 April 2026. As of early May 2026, the user works at "
        "Brightwave as a data engineer. Mia started school in September 2025. The user is allergic "
        "to peanuts. The user adopted a cat named Biscuit and started running three times a week. "
        "The user does not like cilantro and prefers tea over coffee in the morning. The assistant "
        "will remind the user to book the vet on 1 June 2026. By late May, the user had bought a "
        "red bicycle for $420.");
}

TEST_CASE("summarise: a project") {
  CHECK(summary({"2026-03-03 Kestrel is User's home weather station project.",
                 "2026-03-09 User soldered the sensor board of Kestrel.",
                 "2026-03-20 Kestrel uses an ESP32 and a BME280 sensor.",
                 "2026-04-02 Kestrel's enclosure leaks.",
                 "2026-04-11 User replaced the enclosure of Kestrel with a printed one.",
                 "2026-04-28 Kestrel's launch is on 2026-06-01.",
                 "2026-05-01 Kestrel's launch was postponed to 2026-07-01."}) ==
        "Kestrel is the user's home weather station project. By early March 2026, the user had "
        "soldered the sensor board of Kestrel. As of mid March, Kestrel uses an ESP32 and a BME280 "
        "sensor. As of early April, Kestrel's enclosure leaks. By mid April, the user had replaced "
        "the enclosure of Kestrel with a printed one. Kestrel's launch was postponed to 1 July "
        "2026.");
}

TEST_CASE("summarise: the assistant is in the third person") {
  CHECK(summary({"2026-02-05 Assistant recommended Obsidian for the user's notes.",
                 "2026-02-06 Assistant promised to check the lease.",
                 "2026-02-20 Assistant learned that the user wants short answers."}) ==
        "By early February 2026, the assistant had recommended Obsidian for the user's notes and "
        "promised to check the lease. The assistant learned that the user wants short answers.");
}

TEST_CASE("summarise: within one day the day is named once") {
  CHECK(summary({"2026-05-12 User works at Acme.", "2026-05-12 User wants to learn Go."}) ==
        "As of 12 May 2026, the user works at Acme and wants to learn Go.");
}

TEST_CASE("summarise: a plan that was given up is not told as a plan") {
  const std::string text = summary({"2026-03-01 User plans to visit Lisbon in July 2026.",
                                    "2026-04-01 User no longer plans to visit Lisbon."});
  CHECK(text == "As of early April 2026, the user no longer plans to visit Lisbon.");
}

TEST_CASE("summarise: events of the past stay, although later ones changed what they began") {
  CHECK(summary({"2025-03-10 User moved to Denver in March 2025.",
                 "2026-05-10 User moved to Austin in May 2026."}) ==
        "The user moved to Denver in March 2025. The user moved to Austin in May 2026.");
}

TEST_CASE("summarise: the budget holds, whatever it is") {
  for (std::size_t budget = 1; budget < 700; budget += 7) {
    const std::string text = summary(kMay, budget);
    INFO(budget);
    CHECK_FALSE(text.empty());
    CHECK(text.size() <= budget);
    if (budget > 60) CHECK((text.ends_with(".") || text.ends_with("…")));
  }
}

TEST_CASE("summarise: what is important stays when room is short") {
  SummariseRequest request;
  request.sources = all_said(kMay);
  request.sources[3].importance = 10;  // the allergy
  request.budget = 60;
  CHECK(contains(builtin::summarise(request).value(), "peanuts"));
}

TEST_CASE("summarise: what matters more than its words show stays so in the tiers above") {
  SummariseRequest request;
  request.sources = all_said({"2026-05-09 User started running three times a week.",
                              "2026-05-12 User does not like cilantro.",
                              "2026-05-25 User bought a red bicycle for $420."});
  request.sources.push_back(said("2026-05-26 User keeps a key with Jules.", 8));
  SourceText below;
  below.start = {*parse_time("2026-05-09")};
  below.end = {*parse_time("2026-05-26")};
  below.count = 4;
  below.text = builtin::summarise(request).value();
  CHECK(contains(below.text, "key with Jules**."));
  request.tier = 1;
  request.sources = {below};
  request.budget = 70;
  const std::string above = builtin::summarise(request).value();
  CHECK(above.starts_with("**"));
  CHECK(contains(above, "key with Jules**."));
  SynthesiseRequest section;
  section.section = "this-month";
  section.sources = {below};
  section.budget = 60;
  section.now = below.end;
  CHECK(builtin::synthesise(section).value() == "- The user keeps a key with Jules.");
}

TEST_CASE(
    "summarise: what matters for good stands above dates and prices, and old plans go first") {
  SummariseRequest below;
  below.sources = all_said({"2025-08-02 User moves on 20 September 2025.",
                            "2025-08-02 User moves into the flat on 30 August 2025.",
                            "2025-08-03 The flat costs 285,000 euros.",
                            "2025-08-04 The rent of the flat is 1,150 euros until 31 August 2025.",
                            "2025-08-05 The exam is on 14 August 2025.",
                            "2025-08-06 User signs the contract of the flat on 12 August 2025."});
  below.sources.push_back(said("2025-08-07 User is allergic to shellfish.", 9));
  below.sources.push_back(said("2025-08-08 User keeps the key with Jules.", 10));
  below.sources.push_back(said("2025-11-20 User paid 40 euros for a lamp on 19 November 2025.", 4));
  below.budget = 2000;
  SourceText one;
  one.start = below.sources.front().start;
  one.end = below.sources.back().end;
  one.count = 9;
  one.text = builtin::summarise(below).value();
  SummariseRequest above;
  above.tier = 1;
  above.sources = {one};
  above.budget = 120;
  const std::string text = builtin::summarise(above).value();
  INFO(one.text << "\n" << text);
  CHECK(contains(text, "allergic to shellfish"));
  CHECK(contains(text, "the key with Jules**"));
  CHECK_FALSE(contains(text, "September"));
  SynthesiseRequest section;
  section.section = "this-year";
  section.sources = {one};
  section.budget = 1200;
  section.now = {*parse_time("2026-06-01")};
  const std::string known = builtin::synthesise(section).value();
  INFO(known);
  CHECK(contains(known, "allergic to shellfish"));
  CHECK_FALSE(contains(known, "moves on 20 September"));
  CHECK_FALSE(contains(known, "exam is on"));
}

TEST_CASE("summarise: who the user is stands in a short section, whatever else was told") {
  std::vector<std::string> lines = {
      "2025-08-01 User is called Dario.", "2025-08-01 User lives in Trieste.",
      "2025-08-01 User works as a marine biologist.", "2025-08-01 User's wife Elena is from Udine.",
      "2025-08-01 User has a daughter and a son."};
  for (const char* thing : {"flat", "boat", "car", "desk", "lamp", "oven"}) {
    lines.push_back(std::string("2025-09-10 The ") + thing + " from Genoa costs 285,000 euros.");
    lines.push_back(std::string("2025-09-11 User bought the ") + thing + " on 4 September 2025.");
  }
  const std::string text = section(lines, "this-year", 320);
  INFO(text);
  for (const char* known : {"Dario", "Trieste", "biologist", "Elena", "daughter"}) {
    CHECK(contains(text, known));
  }
}

TEST_CASE("summarise: a sentence that a person wrote into a source comes first") {
  SourceText below;
  below.start = {*parse_time("2026-05-02")};
  below.end = {*parse_time("2026-05-25")};
  below.count = 10;
  below.by_hand = "The boat leaks.";
  below.text = summary(kMay) + " The boat leaks.";
  SummariseRequest request;
  request.tier = 1;
  request.sources = {below};
  request.budget = 30;
  CHECK(builtin::summarise(request).value() == "The boat leaks.");
  SynthesiseRequest section;
  section.section = "this-month";
  section.sources = {below};
  section.budget = 30;
  section.now = below.end;
  CHECK(builtin::synthesise(section).value() == "- The boat leaks.");
}

TEST_CASE("summarise: a person's sentence with two verbs comes first, too") {
  SourceText below;
  below.start = {*parse_time("2026-05-02")};
  below.end = {*parse_time("2026-05-25")};
  below.count = 10;
  below.by_hand = "The user keeps hives and sells honey.";
  below.text = below.by_hand + " " + summary(kMay);
  SummariseRequest request;
  request.tier = 1;
  request.sources = {below};
  request.budget = 60;
  CHECK(builtin::summarise(request).value().find(below.by_hand) != std::string::npos);
}

TEST_CASE("summarise: the user's name and health stay, whatever else was told") {
  const std::string text =
      summary({"2026-05-02 User's name is Elin.", "2026-05-03 User is allergic to peanuts.",
               "2026-05-04 User applied for a job at Northwind Rail in York.",
               "2026-05-05 User signed the lease for a flat on Easter Road.",
               "2026-05-06 User got an offer from Northwind Rail in York."},
              80);
  CHECK(text.find("The user's name is Elin.") != std::string::npos);
  CHECK(text.find("allergic to peanuts") != std::string::npos);
}

TEST_CASE("summarise: what a person wrote stands verbatim and is not said twice") {
  const std::string kept = "The cat is called *Biscuit*, and she is a menace.\nPeanuts: NEVER.";
  const std::string text = summary(kMay, 600, kept);
  CHECK(text.starts_with(kept + "\n\n"));
  CHECK(contains(text, "Austin"));
  CHECK(text.size() <= 600);
  CHECK(summary(kMay, 20, kept) == kept);
  CHECK(summary({}, 600, kept) == kept);
}

TEST_CASE("summarise: sources without a sentence are told all the same") {
  CHECK(summary({"2026-05-02 ???"}) == "???");
  CHECK(summary({"2026-05-02 no capital and no stop"}) == "no capital and no stop.");
  CHECK(summary({}).empty());
}

TEST_CASE("summarise: a summary of summaries keeps names, numbers and times") {
  SummariseRequest request;
  request.tier = 1;
  for (int month = 1; month <= 5; ++month) {
    std::vector<std::string> lines;
    for (const std::string& line : kMay) {
      lines.push_back("2026-0" + std::to_string(month) + line.substr(7));
    }
    SourceText source;
    source.start = {*parse_time(lines.front().substr(0, 10))};
    source.end = {*parse_time(lines.back().substr(0, 10))};
    source.count = 10;
    source.text = summary(lines);
    request.sources.push_back(source);
  }
  const std::string text = builtin::summarise(request).value();
  CHECK(text.size() <= 600);
  CHECK(contains(text, "Brightwave as a data engineer"));
  CHECK(contains(text, "bought a red bicycle for $420"));
  // Said five times, told once.
  CHECK(text.find("bicycle") == text.rfind("bicycle"));
  CHECK(text.find("Biscuit") == text.rfind("Biscuit"));
}

TEST_CASE("summarise: every sentence's names and numbers come from one source") {
  // No join, lead-in or rewording may move a number to another fact.
  std::mt19937 random(7);
  const std::vector<std::string> names = {"Anna", "Berlin", "Kestrel", "Oslo", "Rex"};
  const std::vector<std::string> forms = {"User visited % in June 20#.", "User owes % #7 euros.",
                                          "% is User's friend no. #.", "User met % and # others.",
                                          "User doesn't like %'s plan B#."};
  for (int round = 0; round < 40; ++round) {
    std::vector<std::string> lines;
    for (int i = 0; i < 10; ++i) {
      std::string form = forms[random() % forms.size()];
      form.replace(form.find('%'), 1, names[random() % names.size()]);
      form.replace(form.find('#'), 1, std::to_string(10 + random() % 80));
      const int day = 10 + i;
      lines.push_back("2026-05-" + std::to_string(day) + " " + form);
    }
    const std::string text = summary(lines);
    std::size_t found = 0;
    for (const std::string& line : lines) {
      // "User" may have become "the user"; from the verb on the words must be the source's.
      const std::string fact = line.substr(11, line.size() - 12);
      const std::size_t blank = fact.find(' ');
      std::string rest = fact.substr(blank + 1);
      if (const auto user = rest.find("User's"); user != std::string::npos) {
        rest.replace(user, 4, "the user");
      }
      found += contains(text, rest.substr(rest.find(' ') + 1)) ? 1 : 0;
    }
    INFO(text);
    CHECK(found >= 5);
    CHECK(text.size() <= 600);
  }
}

TEST_CASE("summarise: speed", "[.bench]") {
  const auto measure = [](const SummariseRequest& request) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 200; ++i) (void)builtin::summarise(request).value();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() * 5;
  };
  SummariseRequest leaf;
  leaf.sources = all_said(kMay);
  WARN("ten observations: " << measure(leaf) << " ms");
  SummariseRequest upper;
  for (int i = 0; i < 10; ++i) {
    SourceText source = leaf.sources.front();
    source.count = 10;
    source.text = summary(kMay);
    for (char& c : source.text) c = c == 'A' || c == 'B' ? static_cast<char>('D' + i) : c;
    upper.sources.push_back(source);
  }
  WARN("ten summaries: " << measure(upper) << " ms");
}

}  // namespace pyramid::engine::summarise_test
