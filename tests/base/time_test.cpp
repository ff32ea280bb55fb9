#include "pyramid/time.hpp"

#include "tests/support/catch.hpp"

#include <string>

namespace time_test {

using namespace pyramid;

namespace {

std::string normal(const char* text) {
  const auto time = parse_time(text);
  return time ? format_time(*time) : "refused";
}

}  // namespace

TEST_CASE("time: every form of ISO 8601 that people and exports write") {
  CHECK(normal("2026-05-12") == "2026-05-12T00:00:00Z");
  CHECK(normal("2026-05-12T10:03") == "2026-05-12T10:03:00Z");
  CHECK(normal("2026-05-12 10:03:07") == "2026-05-12T10:03:07Z");
  CHECK(normal("2026-05-12T10:03:07Z") == "2026-05-12T10:03:07Z");
  CHECK(normal("2026-05-12t10:03:07z") == "2026-05-12T10:03:07Z");
  CHECK(normal("2026-05-12T10:03:07.999999Z") == "2026-05-12T10:03:07Z");
  CHECK(normal("2026-05-12T01:03:07+02:00") == "2026-05-11T23:03:07Z");
  CHECK(normal("2026-05-12T23:03:07-0130") == "2026-05-13T00:33:07Z");
  CHECK(normal("2026-05-12T10:03:07+05") == "2026-05-12T05:03:07Z");
  CHECK(normal("2016-12-31T23:59:60Z") == "2016-12-31T23:59:59Z");
  CHECK(normal("1969-12-31T23:59:59.5Z") == "1969-12-31T23:59:59Z");
}

TEST_CASE("time: anything else is refused, not guessed at") {
  for (const char* text : {"",
                           "now",
                           "2026",
                           "2026-05",
                           "2026-5-12",
                           "2026-13-01",
                           "2026-00-01",
                           "2026-02-29",
                           "2026-04-31",
                           "0000-01-01",
                           "12.05.2026",
                           "2026-05-12T",
                           "2026-05-12T24:00",
                           "2026-05-12T9",
                           "2026-05-12T10:60",
                           "2026-05-12T10:03:61",
                           "2026-05-12T10:03:07.",
                           "2026-05-12T10:03:07X",
                           "2026-05-12T10:03:07+",
                           "2026-05-12T10:03:07+24:00",
                           "2026-05-12T10:03:07+02:60",
                           "2026-05-12T10:03:07Z ",
                           " 2026-05-12",
                           "2026-05-12X10:03",
                           "-2026-05-12",
                           "2026-05-12T1:03",
                           "2026-05-12T10:03:07+02:",
                           "2026-05-12Z"}) {
    INFO(text);
    CHECK_FALSE(parse_time(text));
  }
  CHECK(parse_date("2026-05-12") == Date{2026, 5, 12});
  CHECK_FALSE(parse_date("2026-05-12T00:00"));
}

TEST_CASE("time: what is written is read back, in all years from 1 to 9999") {
  const Time first = *parse_time("0001-01-01T00:00:00Z");
  const Time last = *parse_time("9999-12-31T23:59:59Z");
  CHECK(last.seconds == 253'402'300'799);
  for (Time at = first; at <= last; at.seconds += 86'399 * 37) {
    const std::string text = format_time(at);
    REQUIRE(text.size() == 20);
    REQUIRE(parse_time(text) == at);
  }
  CHECK(format_time(last) == "9999-12-31T23:59:59Z");
}

TEST_CASE("time: days, also before the epoch") {
  CHECK(day_number(Time{0}) == 0);
  CHECK(day_number(Time{-1}) == -1);
  CHECK(day_number(Time{-86'400}) == -1);
  CHECK(day_number(Time{-86'401}) == -2);
  CHECK(date_of(Time{-1}) == Date{1969, 12, 31});
  CHECK(start_of(Date{1969, 12, 31}) == Time{-86'400});
  CHECK(day_number(Date{2000, 3, 1}) == 11'017);
}

TEST_CASE("time: each day follows the one before, over four centuries") {
  std::int64_t number = day_number(Date{1800, 1, 1});
  int expected_weekday = weekday(Date{1800, 1, 1});
  CHECK(expected_weekday == 2);  // a Wednesday
  for (int year = 1800; year < 2200; ++year) {
    for (int month = 1; month <= 12; ++month) {
      for (int day = 1; day <= days_in_month(year, month); ++day) {
        const Date date{year, month, day};
        REQUIRE(day_number(date) == number);
        REQUIRE(date_of_day(number) == date);
        REQUIRE(weekday(date) == expected_weekday);
        ++number;
        expected_weekday = (expected_weekday + 1) % 7;
      }
    }
  }
  CHECK(add_days(Date{1800, 1, 1}, number - day_number(Date{1800, 1, 1})) == Date{2200, 1, 1});
}

TEST_CASE("time: months are added by the calendar and clamped") {
  CHECK(add_months(Date{2026, 1, 31}, 1) == Date{2026, 2, 28});
  CHECK(add_months(Date{2024, 1, 31}, 1) == Date{2024, 2, 29});
  CHECK(add_months(Date{2026, 5, 12}, 12) == Date{2027, 5, 12});
  CHECK(add_months(Date{2026, 1, 15}, -1) == Date{2025, 12, 15});
  CHECK(add_months(Date{2026, 3, 31}, -13) == Date{2025, 2, 28});
  CHECK(add_days(Date{2026, 3, 1}, -1) == Date{2026, 2, 28});
  CHECK(days_in_month(2000, 2) == 29);
  CHECK(days_in_month(1900, 2) == 28);
}

TEST_CASE("time: dates for people") {
  CHECK(format_date(Date{2026, 5, 2}) == "2026-05-02");
  CHECK(format_date_long(Date{2026, 5, 2}) == "2 May 2026");
  CHECK(std::string(month_name(12)) == "December");
  CHECK(std::string(month_name(13)).empty());
}

}  // namespace time_test
