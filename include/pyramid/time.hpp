// Instants and calendar days, UTC only; pyramid/zone.hpp has the functions of these names for the
// local time of a zone.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid {

inline constexpr std::int64_t kSecondsPerDay = 86'400;

// An instant: whole seconds since 1970-01-01T00:00:00Z. Years 0001 to 9999 can be written.
struct Time {
  std::int64_t seconds = 0;
  auto operator<=>(const Time&) const = default;
};

// A day of the proleptic Gregorian calendar. month 1 to 12, day 1 to 31.
struct Date {
  int year = 1970;
  int month = 1;
  int day = 1;
  auto operator<=>(const Date&) const = default;
};

// Days since 1970-01-01; floors, so instants before the epoch fall on the right day.
std::int64_t day_number(Time time);
std::int64_t day_number(Date date);
Date date_of_day(std::int64_t day_number);
Date date_of(Time time);
Time start_of(Date date);  // midnight UTC

int weekday(Date date);  // 0 = Monday … 6 = Sunday
int days_in_month(int year, int month);
Date add_days(Date date, std::int64_t days);
Date add_months(Date date, int months);  // the day is clamped to the month's last

std::string format_time(Time time);       // 2026-05-12T10:03:00Z
std::string format_date(Date date);       // 2026-05-12
std::string format_date_long(Date date);  // 12 May 2026
const char* month_name(int month);        // "May"

// Reads ISO 8601: date; date and time with `T` or blank; seconds and fraction optional; `Z`, an
// offset such as +02:00, or nothing (= UTC). The fraction is cut off. Anything else: nullopt.
std::optional<Time> parse_time(std::string_view text);
std::optional<Date> parse_date(std::string_view text);  // 2026-05-12 only

}  // namespace pyramid
