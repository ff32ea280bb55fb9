// Facts that lean on when they were said, and what becomes of them once that is long ago.
#include "engine/builtin/writing/years.hpp"

#include "engine/builtin/writing/alone.hpp"
#include "engine/builtin/writing/past_plans.hpp"
#include "tests/engine/written_support.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <utility>
#include <vector>

namespace pyramid::engine::years_test {
namespace {

namespace writing = builtin::writing;
using Texts = std::vector<std::string>;

std::string with_years(const std::string& text, const char* said = "2026-01-15") {
  return writing::with_years(text, {*parse_time(said)});
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string told_after(const std::string& text, Date day) {
  const writing::Fact fact = writing::make_fact(text, {});
  return writing::told_after(std::span(&fact, 1), day)[0].text;
}

}  // namespace

TEST_CASE("years: a month or day that is to come, or was lately, gets its year") {
  CHECK(with_years("User wants to visit Rome in April.") ==
        "User wants to visit Rome in April 2026.");
  CHECK(with_years("The half marathon is on 5 October.", "2025-09-28") ==
        "The half marathon is on 5 October 2025.");
  CHECK(with_years("Dad stays until 19 April.", "2026-04-08") == "Dad stays until 19 April 2026.");
  CHECK(with_years("Mia turns seven on 12 February.", "2025-12-01") ==
        "Mia turns seven on 12 February 2026.");
  CHECK(with_years("The prototype should be ready in November.", "2025-08-31") ==
        "The prototype should be ready in November 2025.");
  CHECK(with_years("User ran 16 km on 20 December.") == "User ran 16 km on 20 December 2025.");
  CHECK(with_years("User has worked on Kestrel since October.") ==
        "User has worked on Kestrel since October 2025.");
}

TEST_CASE("years: a weekday of the past gets its date") {
  CHECK(with_years("User signed the lease for the flat on Friday.", "2025-06-22") ==
        "User signed the lease for the flat on 20 June 2025.");
}

TEST_CASE("years: what comes back, or may be of two years, keeps its words") {
  for (const char* text :
       {"User's birthday is on 4 March.", "User celebrates midsummer every June.",
        "User visits Porto in August.", "User decided to move to Edinburgh in August.",
        "User's manager approved the holiday in August.", "User moved in May 2025.",
        "User ran 5 km in August.", "User may visit Rome.", "April is User's sister.",
        "User leads the team from 1 April.", "The trip is between 3 May and 5 June.",
        "User has been to Rome in April.", "User cancelled the dinner on Friday.",
        "User is not running on Thursday and Friday.", "User worked on Kestrel all Friday.",
        "User called Ana on Friday evening.", "The race is on 31 December."}) {
    INFO(text);
    CHECK(with_years(text) == text);
  }
}

TEST_CASE("years: an age asks for its time, as what holds for a while does") {
  CHECK(writing::tells_own_time("User moved in May."));
  CHECK_FALSE(writing::tells_own_time("User's father is 71 years old."));
  const Texts lines = {"2025-03-16 User's father is 71 years old.",
                       "2025-03-18 User finished the 10k in Bath."};
  CHECK(has(summary(lines), "March 2025, the user's father is 71 years old."));
  CHECK(has(section(lines, "earlier"), "The user's father is 71 years old (noted March 2025)."));
}

TEST_CASE("over: what was planned for a day that is over is told in the past") {
  const Date day{2026, 5, 14};
  CHECK(told_after("The race is on 6 April 2025 in Bath.", day) ==
        "The race was on 6 April 2025 in Bath.");
  CHECK(told_after("User's father has an operation on 22 May 2025.", day) ==
        "User's father had an operation on 22 May 2025.");
  CHECK(told_after("Henrik wants to show it on 26 March 2026.", day) ==
        "Henrik wanted to show it on 26 March 2026.");
  for (const char* text :
       {"The race is on 24 May 2026.", "The sale closes on 30 April 2026.",
        "User is head of sales since 3 May 2025.", "User is in Rome.",
        "User's birthday is on 4 March 1990.", "User has lived there until 3 May 2025."}) {
    INFO(text);
    CHECK(told_after(text, day) == text);
  }
  const Texts race = {"2025-03-02 The 10k race in Bath is on 6 April 2025."};
  CHECK(has(section(race, "earlier"), "The 10k race in Bath was on 6 April 2025."));
  CHECK(has(section(race, "this-week"), "The 10k race in Bath is on 6 April 2025."));
}

TEST_CASE("over: a sentence struck out before its day is over stays out behind it") {
  SynthesiseRequest request;
  request.sources = all_said(
      {"2025-03-02 The 10k race in Bath is on 6 April 2025.", "2025-03-03 User has a cat."});
  request.now = {*parse_time("2026-06-01")};
  request.struck = {format::mark_of("The 10k race in Bath is on 6 April 2025.")};
  for (const char* name : {"this-week", "earlier"}) {
    request.section = name;
    CHECK_FALSE(has(builtin::synthesise(request).value(), "10k race"));
  }
  request.struck = {format::mark_of("The 10k race in Bath was on 6 April 2025.")};
  CHECK_FALSE(has(builtin::synthesise(request).value(), "10k race"));
}

TEST_CASE("alone: an end that leans on what stood before goes") {
  for (const auto& [text, alone] : std::vector<std::pair<std::string, std::string>>{
           {"Henrik gave User a budget of 48000 pounds for it.",
            "Henrik gave User a budget of 48000 pounds."},
           {"Biscuit is eleven years old now.", "Biscuit is eleven years old."},
           {"Tomas likes the students and cycles anyway.", "Tomas likes the students and cycles."},
           {"Tomas paid for it.", "Tomas paid for it."},
           {"User is looking for it.", "User is looking for it."},
           {"User has lived in Rome until now.", "User has lived in Rome until now."}}) {
    CHECK(writing::without_idle_end(text) == alone);
  }
}

TEST_CASE("describe: a name that says who somebody is does so where nothing else does") {
  DescribeRequest request;
  request.model_title = "Dad";
  request.model_type = "person";
  request.sources = all_said({"2026-01-06 Dad walks without a stick again."});
  CHECK(builtin::describe(request).value() == "Dad: the user's father.");
}

}  // namespace pyramid::engine::years_test
