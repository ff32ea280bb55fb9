#include "base/posix_zone.hpp"

#include "base/text.hpp"
#include "pyramid/time.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace pyramid {

// Each takes what it reads off the front of `rest`.
struct PosixZone::Parser {
  std::string_view rest;

  bool take(char c) {
    if (!rest.starts_with(c)) return false;
    rest.remove_prefix(1);
    return true;
  }

  std::optional<int> number(int low, int high) {
    int value = 0;
    std::size_t digits = 0;
    while (digits < rest.size() && digits < 4 && is_digit(rest[digits])) {
      value = value * 10 + (rest[digits++] - '0');
    }
    rest.remove_prefix(digits);
    return digits > 0 && value >= low && value <= high ? std::optional(value) : std::nullopt;
  }

  bool name() {
    const bool quoted = take('<');
    std::size_t size = 0;
    while (size < rest.size()) {
      const char c = rest[size];
      const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!letter && !(quoted && (is_digit(c) || c == '+' || c == '-'))) break;
      ++size;
    }
    rest.remove_prefix(size);
    return size >= 3 && (!quoted || take('>'));
  }

  // "[+-]h[:m[:s]]"
  std::optional<std::int32_t> clock(int most_hours) {
    const bool minus = take('-');
    if (!minus) take('+');
    const auto hours = number(0, most_hours);
    if (!hours) return std::nullopt;
    std::int32_t seconds = *hours * 3600;
    for (const std::int32_t unit : {60, 1}) {
      if (!take(':')) break;
      const auto part = number(0, 59);
      if (!part) return std::nullopt;
      seconds += *part * unit;
    }
    return minus ? -seconds : seconds;
  }

  std::optional<Change> change() {
    constexpr int kMostHours = 167;
    Change read;
    if (take('M')) {
      read.kind = Change::Kind::kWeekday;
      const auto month = number(1, 12);
      if (!month || !take('.')) return std::nullopt;
      const auto week = number(1, 5);
      if (!week || !take('.')) return std::nullopt;
      const auto weekday = number(0, 6);
      if (!weekday) return std::nullopt;
      read.month = *month;
      read.week = *week;
      read.weekday = *weekday;
    } else {
      const bool julian = take('J');
      read.kind = julian ? Change::Kind::kJulian : Change::Kind::kDay;
      const auto day = number(julian ? 1 : 0, 365);
      if (!day) return std::nullopt;
      read.day = *day;
    }
    if (!take('/')) return read;
    const auto second = clock(kMostHours);
    if (!second) return std::nullopt;
    read.second = *second;
    return read;
  }
};

std::optional<PosixZone> PosixZone::parse(std::string_view rule) {
  constexpr int kMostHours = 24;
  Parser in{rule};
  PosixZone zone;
  if (!in.name()) return std::nullopt;
  const auto west = in.clock(kMostHours);  // POSIX counts westwards
  if (!west) return std::nullopt;
  zone.standard_ = zone.summer_ = -*west;
  if (in.rest.empty()) return zone;
  if (!in.name()) return std::nullopt;
  zone.changes_ = true;
  zone.summer_ = zone.standard_ + 3600;
  if (!in.rest.starts_with(',')) {
    const auto summer = in.clock(kMostHours);
    if (!summer) return std::nullopt;
    zone.summer_ = -*summer;
  }
  for (Change* one : {&zone.begin_, &zone.end_}) {
    if (!in.take(',')) return std::nullopt;
    const auto change = in.change();
    if (!change) return std::nullopt;
    *one = *change;
  }
  return in.rest.empty() ? std::optional(zone) : std::nullopt;
}

std::int64_t PosixZone::Change::in(int year) const {
  std::int64_t number = day_number(Date{year, 1, 1});
  if (kind == Kind::kDay) {
    number += day;
  } else if (kind == Kind::kJulian) {
    constexpr int kEndOfFebruary = 59;  // the 29th is never counted
    number += day - 1 + (day > kEndOfFebruary && days_in_month(year, 2) == 29 ? 1 : 0);
  } else {
    const Date first{year, month, 1};
    const int sunday_first = (pyramid::weekday(first) + 1) % 7;
    int found = 1 + (weekday - sunday_first + 7) % 7 + 7 * (week - 1);
    while (found > days_in_month(year, month)) found -= 7;
    number = day_number(Date{year, month, found});
  }
  return number * kSecondsPerDay + second;
}

std::pair<std::int32_t, std::int64_t> PosixZone::stretch(std::int64_t time) const {
  if (!changes_) return {standard_, std::numeric_limits<std::int64_t>::max()};
  const int year = date_of(Time{time}).year;
  // Of the years around, so that one of them lies before and one behind.
  std::array<ZoneChange, 6> all;
  for (int i = 0; i < 3; ++i) {
    const auto at = static_cast<std::size_t>(2 * i);
    all[at] = {begin_.in(year - 1 + i) - standard_, summer_};
    all[at + 1] = {end_.in(year - 1 + i) - summer_, standard_};
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const ZoneChange& a, const ZoneChange& b) { return a.at < b.at; });
  const auto next =
      std::upper_bound(all.begin(), all.end(), time,
                       [](std::int64_t at, const ZoneChange& change) { return at < change.at; });
  const std::int32_t offset = next == all.begin() ? standard_ : std::prev(next)->offset;
  return {offset, next == all.end() ? std::numeric_limits<std::int64_t>::max() : next->at};
}

}  // namespace pyramid
