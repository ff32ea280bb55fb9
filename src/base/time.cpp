#include "pyramid/time.hpp"

#include "pyramid/clock.hpp"
#include "pyramid/zone.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace pyramid {

namespace {

namespace chrono = std::chrono;

std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

// Reads exactly `digits` digits at `at`, moving it; nullopt otherwise.
std::optional<int> number(std::string_view text, std::size_t& at, std::size_t digits) {
  if (at + digits > text.size()) return std::nullopt;
  int value = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    const char c = text[at + i];
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  at += digits;
  return value;
}

bool take(std::string_view text, std::size_t& at, char c) {
  if (at >= text.size() || text[at] != c) return false;
  ++at;
  return true;
}

std::optional<Date> read_date(std::string_view text, std::size_t& at) {
  const auto year = number(text, at, 4);
  if (!year || !take(text, at, '-')) return std::nullopt;
  const auto month = number(text, at, 2);
  if (!month || !take(text, at, '-')) return std::nullopt;
  const auto day = number(text, at, 2);
  if (!day || *year < 1 || *month < 1 || *month > 12 || *day < 1) return std::nullopt;
  if (*day > days_in_month(*year, *month)) return std::nullopt;
  return Date{*year, *month, *day};
}

// Seconds to subtract for an offset such as `+02:00`, `-0530`, `Z`; nullopt when malformed.
// REQUIRES: at < text.size().
std::optional<std::int64_t> read_offset(std::string_view text, std::size_t& at) {
  if (take(text, at, 'Z') || take(text, at, 'z')) return 0;
  const bool minus = text[at] == '-';
  if (!minus && text[at] != '+') return std::nullopt;
  ++at;
  const auto hours = number(text, at, 2);
  if (!hours || *hours > 23) return std::nullopt;
  int minutes = 0;
  if (at < text.size()) {
    take(text, at, ':');
    const auto read = number(text, at, 2);
    if (!read || *read > 59) return std::nullopt;
    minutes = *read;
  }
  const std::int64_t seconds = *hours * 3600 + minutes * 60;
  return minus ? -seconds : seconds;
}

// Seconds into the day of `10:03`, `10:03:07`, `10:03:07.123`.
std::optional<std::int64_t> read_clock(std::string_view text, std::size_t& at) {
  const auto hour = number(text, at, 2);
  if (!hour || *hour > 23 || !take(text, at, ':')) return std::nullopt;
  const auto minute = number(text, at, 2);
  if (!minute || *minute > 59) return std::nullopt;
  int second = 0;
  if (take(text, at, ':')) {
    const auto read = number(text, at, 2);
    if (!read || *read > 60) return std::nullopt;
    second = std::min(*read, 59);  // a leap second counts as the last one
    if (take(text, at, '.') || take(text, at, ',')) {
      const std::size_t start = at;
      while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
      if (at == start) return std::nullopt;
    }
  }
  return *hour * 3600 + *minute * 60 + second;
}

}  // namespace

Time SystemClock::now() const {
  const auto now = chrono::system_clock::now().time_since_epoch();
  return Time{chrono::duration_cast<chrono::seconds>(now).count()};
}

std::int64_t day_number(Time time) { return floor_div(time.seconds, kSecondsPerDay); }

std::int64_t day_number(Date date) {
  const chrono::year_month_day ymd{chrono::year{date.year},
                                   chrono::month{static_cast<unsigned>(date.month)},
                                   chrono::day{static_cast<unsigned>(date.day)}};
  return chrono::sys_days{ymd}.time_since_epoch().count();
}

Date date_of_day(std::int64_t number) {
  const chrono::year_month_day ymd{chrono::sys_days{chrono::days{number}}};
  return Date{static_cast<int>(ymd.year()), static_cast<int>(static_cast<unsigned>(ymd.month())),
              static_cast<int>(static_cast<unsigned>(ymd.day()))};
}

Date date_of(Time time) { return date_of_day(day_number(time)); }

Time start_of(Date date) { return Time{day_number(date) * kSecondsPerDay}; }

int weekday(Date date) {
  // 1970-01-01 was a Thursday.
  const std::int64_t shifted = (day_number(date) + 3) % 7;
  return static_cast<int>(shifted < 0 ? shifted + 7 : shifted);
}

int days_in_month(int year, int month) {
  const auto last = chrono::year_month_day_last{
      chrono::year{year}, chrono::month_day_last{chrono::month{static_cast<unsigned>(month)}}};
  return static_cast<int>(static_cast<unsigned>(last.day()));
}

Date add_days(Date date, std::int64_t days) { return date_of_day(day_number(date) + days); }

Date add_months(Date date, int months) {
  const std::int64_t index = std::int64_t{date.year} * 12 + (date.month - 1) + months;
  const int year = static_cast<int>(floor_div(index, 12));
  const int month = static_cast<int>(index - std::int64_t{year} * 12) + 1;
  return Date{year, month, std::min(date.day, days_in_month(year, month))};
}

std::string format_time(Time time) {
  const std::int64_t second = time.seconds - day_number(time) * kSecondsPerDay;
  return fmt::format("{}T{:02}:{:02}:{:02}Z", format_date(date_of(time)), second / 3600,
                     second / 60 % 60, second % 60);
}

std::string format_date(Date date) {
  return fmt::format("{:04}-{:02}-{:02}", date.year, date.month, date.day);
}

std::string format_date_long(Date date) {
  return fmt::format("{} {} {}", date.day, month_name(date.month), date.year);
}

const char* month_name(int month) {
  static constexpr const char* kNames[] = {"January",   "February", "March",    "April",
                                           "May",       "June",     "July",     "August",
                                           "September", "October",  "November", "December"};
  return month >= 1 && month <= 12 ? kNames[month - 1] : "";
}

std::optional<WrittenTime> parse_written_time(std::string_view text) {
  std::size_t at = 0;
  const std::optional<Date> date = read_date(text, at);
  if (!date) return std::nullopt;
  WrittenTime time;
  time.date = *date;
  if (at == text.size()) return time;
  if (!take(text, at, 'T') && !take(text, at, 't') && !take(text, at, ' ')) return std::nullopt;
  const auto clock = read_clock(text, at);
  if (!clock) return std::nullopt;
  time.second_of_day = *clock;
  time.has_clock = true;
  if (at == text.size()) return time;
  time.is_z = text[at] == 'Z' || text[at] == 'z';
  const auto offset = read_offset(text, at);
  if (!offset || at != text.size()) return std::nullopt;
  time.offset = static_cast<std::int32_t>(*offset);
  return time;
}

std::optional<Time> parse_time(std::string_view text) {
  const std::optional<WrittenTime> time = parse_written_time(text);
  return time ? std::optional(time->in(Zone())) : std::nullopt;
}

std::optional<Date> parse_date(std::string_view text) {
  std::size_t at = 0;
  const std::optional<Date> date = read_date(text, at);
  return at == text.size() ? date : std::nullopt;
}

}  // namespace pyramid
