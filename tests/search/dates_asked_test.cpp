#include "search/dates_asked.hpp"

#include "tests/support/catch.hpp"

#include <string>

namespace pyramid::dates_asked_test {
namespace {

// "2026-05-01 2026-05-31", or "" where no time is asked for. Today is Friday, 15 May 2026.
std::string asked(const std::string& query) {
  const auto span = search::dates_asked(query, Date{2026, 5, 15});
  return span ? format_date(span->first) + " " + format_date(span->last) : "";
}

}  // namespace

TEST_CASE("dates asked: a day, however it is written") {
  for (const char* query : {"What happened on 3 May 2023?", "What happened on May 3, 2023?",
                            "the 3rd of May 2023", "events of 2023-05-03", "May 3rd 2023",
                            "on Wednesday, 3 May 2023", "on Wednesday May 3rd, 2023"}) {
    INFO(query);
    CHECK(asked(query) == "2023-05-03 2023-05-03");
  }
  CHECK(asked("who called on 3 June") == "2025-06-03 2025-06-03");  // the last one that was
}

TEST_CASE("dates asked: months, years and seasons") {
  CHECK(asked("what did I buy in May") == "2026-05-01 2026-05-31");
  CHECK(asked("last December") == "2025-12-01 2025-12-31");
  CHECK(asked("in December 2023") == "2023-12-01 2023-12-31");
  CHECK(asked("on 31 February 2023") == "2023-02-01 2023-02-28");  // the month at least
  CHECK(asked("where was I in 2024") == "2024-01-01 2024-12-31");
  CHECK(asked("our trip last summer") == "2025-06-01 2025-08-31");
  CHECK(asked("last May") == "2025-05-01 2025-05-31");  // the present one is "this May"
  CHECK(asked("this May") == "2026-05-01 2026-05-31");
  CHECK(asked("plans for this summer") == "2026-06-01 2026-08-31");
  CHECK(asked("this spring") == "2026-03-01 2026-05-31");
  CHECK(asked("skiing this winter") == "2025-12-01 2026-02-28");
  CHECK(asked("the winter of 2022") == "2022-01-01 2022-12-31");
  CHECK(asked("in the summer of 2024") == "2024-06-01 2024-08-31");
  CHECK(asked("our trip in spring 2025") == "2025-03-01 2025-05-31");
  CHECK(asked("last spring") == "2025-03-01 2025-05-31");  // this one is not over
  CHECK(asked("last winter") == "2025-12-01 2026-02-28");
  CHECK(asked("from 3 to 5 March 2026") == "2026-03-03 2026-03-05");
  CHECK(asked("between the 3rd and 5th of March") == "2026-03-03 2026-03-05");
}

TEST_CASE("dates asked: days and weeks from today") {
  CHECK(asked("what did we decide yesterday") == "2026-05-14 2026-05-14");
  CHECK(asked("the day before yesterday") == "2026-05-13 2026-05-13");
  CHECK(asked("on Monday") == "2026-05-11 2026-05-11");
  CHECK(asked("last Friday") == "2026-05-08 2026-05-08");
  CHECK(asked("what happened last week") == "2026-05-04 2026-05-10");
  CHECK(asked("last weekend") == "2026-05-09 2026-05-10");
  CHECK(asked("last month") == "2026-04-01 2026-04-30");
  CHECK(asked("two weeks ago") == "2026-04-28 2026-05-04");
  CHECK(asked("a year ago") == "2025-01-01 2025-12-31");
  CHECK(asked("last night") == "2026-05-14 2026-05-14");
  CHECK(asked("a fortnight ago") == "2026-04-28 2026-05-04");
  CHECK(asked("the week before last") == "2026-04-27 2026-05-03");
  CHECK(asked("the month before last") == "2026-03-01 2026-03-31");
}

TEST_CASE("dates asked: days, weeks and months that lie ahead") {
  CHECK(asked("what do I have to do tomorrow") == "2026-05-16 2026-05-16");
  CHECK(asked("tomorrow's meetings") == "2026-05-16 2026-05-16");
  CHECK(asked("the day after tomorrow") == "2026-05-17 2026-05-17");
  CHECK(asked("next Monday") == "2026-05-18 2026-05-18");
  CHECK(asked("next Friday") == "2026-05-22 2026-05-22");  // today is one
  CHECK(asked("plans for next week") == "2026-05-18 2026-05-24");
  CHECK(asked("this weekend") == "2026-05-16 2026-05-17");
  CHECK(asked("next weekend") == "2026-05-23 2026-05-24");
  CHECK(asked("who comes next month") == "2026-06-01 2026-06-30");
  CHECK(asked("next May") == "2027-05-01 2027-05-31");  // the present one is "this May"
  CHECK(asked("next June") == "2026-06-01 2026-06-30");
  CHECK(asked("our trip next summer") == "2026-06-01 2026-08-31");
  CHECK(asked("next spring") == "2027-03-01 2027-05-31");
  CHECK(asked("what happens next year") == "2027-01-01 2027-12-31");
  CHECK(asked("two weeks from now") == "2026-05-26 2026-06-01");
}

TEST_CASE("dates asked: what will be is still to come") {
  CHECK(asked("what will happen on 1 June") == "2026-06-01 2026-06-01");
  CHECK(asked("what will I do on 3 March") == "2027-03-03 2027-03-03");
  CHECK(asked("who'll come on Friday") == "2026-05-15 2026-05-15");
  CHECK(asked("what will I do on Monday") == "2026-05-18 2026-05-18");
  CHECK(asked("what is due in June") == "2026-06-01 2026-06-30");
  CHECK(asked("what will happen in May") == "2026-05-01 2026-05-31");
  CHECK(asked("where will I be in 3 days") == "2026-05-18 2026-05-18");
  CHECK(asked("how did I train in two weeks").empty());
}

TEST_CASE("dates asked: today is a day where it is asked what happened") {
  for (const char* query : {"today", "what did I do today", "today's log"}) {
    INFO(query);
    CHECK(asked(query) == "2026-05-15 2026-05-15");
  }
  CHECK(asked("where do I live today").empty());
}

TEST_CASE("dates asked: words for a time become the dates that pieces have") {
  using Terms = std::vector<std::string>;
  const auto terms = [](const Terms& given, Date first, Date last) {
    return search::with_dates(given, {first, last});
  };
  CHECK(terms({"trip", "last", "summer"}, {2025, 6, 1}, {2025, 8, 31}) ==
        Terms{"trip", "june 2025", "july 2025", "august 2025"});
  CHECK(terms({"yesterday"}, {2026, 5, 14}, {2026, 5, 14}) == Terms{"14 may 2026"});
  CHECK(terms({"dentist", "tomorrow"}, {2026, 5, 16}, {2026, 5, 16}) ==
        Terms{"dentist", "16 may 2026"});
  CHECK(terms({"next", "week"}, {2026, 5, 18}, {2026, 5, 24}) == Terms{"may 2026"});
  CHECK(terms({"bought", "2024"}, {2024, 1, 1}, {2024, 12, 31}) == Terms{"bought", "2024"});
}

TEST_CASE("dates asked: however a day is written, its words are those that pieces have") {
  const Date day{2026, 3, 15};
  const auto words = [&](std::vector<std::string> terms) {
    return search::with_dates(std::move(terms), {day, day});
  };
  using Words = std::vector<std::string>;
  CHECK(words({"happened", "15", "march"}) == Words{"happened", "15", "march"});
  CHECK(words({"happened", "march", "15th"}) == Words{"happened", "march", "15"});
  CHECK(words({"mar", "15th", "2026"}) == Words{"march", "15", "2026"});
  CHECK(words({"happened", "2026-03-15"}) == Words{"happened", "2026-03-15", "15 march 2026"});
}

TEST_CASE("dates asked: dates in numbers") {
  for (const char* query : {"on 15.3.2026?", "on 15.03.2026?", "on 15/3/2026?", "on 3/15/2026?",
                            "on 2026/03/15?", "on 15-03-2026?", "on 2026-3-15?"}) {
    INFO(query);
    CHECK(search::with_iso_dates(query) == "on 2026-03-15?");
  }
  CHECK(search::with_iso_dates("(5/3/2026)") == "(2026-03-05)");
  for (const char* text :
       {"", "version 1.2.3", "10.0.3.17", "room 4/12", "31/2/2026", "INV-2026-0042", "15.3.",
        "a15.3.2026", "0161 555 0104", "1.2.20266", "2026-03-15"}) {
    INFO(text);
    CHECK(search::with_iso_dates(text) == text);
  }
}

TEST_CASE("dates asked: verbs, numbers and impossible days are no dates") {
  for (const char* query :
       {"may I march there", "room 2024", "the 2015 Skoda", "two weeks of holidays",
        "learned in two weeks", "this is last", "what is next", "next door", "in", ""}) {
    INFO(query);
    CHECK(asked(query).empty());
  }
}

TEST_CASE("dates asked: near days are nearer, later ones more so than earlier ones") {
  const search::DaySpan span{{2026, 5, 1}, {2026, 5, 31}};
  CHECK(search::nearness(span, {2026, 5, 1}) == 1);
  CHECK(search::nearness(span, {2026, 6, 4}) > search::nearness(span, {2026, 6, 20}));
  CHECK(search::nearness(span, {2026, 6, 4}) > search::nearness(span, {2026, 4, 27}));
  CHECK(search::nearness(span, {2020, 1, 1}) < 0.001);
}

TEST_CASE("dates asked: of what lies ahead people tell before") {
  const auto next_month = search::dates_asked("what is planned for next month", {2026, 5, 15});
  REQUIRE(next_month);
  CHECK(search::nearness(*next_month, {2026, 6, 30}) == 1);
  CHECK(search::nearness(*next_month, {2026, 5, 15}) >
        search::nearness(*next_month, {2026, 7, 17}));
}

}  // namespace pyramid::dates_asked_test
