#include "base/moment.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <system_error>
#include <vector>

namespace pyramid {

namespace {

struct Unit {
  std::string_view name;
  std::int64_t seconds;
};
constexpr std::int64_t kMinute = 60, kHour = 3600;
constexpr std::array<Unit, 5> kUnits = {{{"second", 1},
                                         {"minute", kMinute},
                                         {"hour", kHour},
                                         {"day", kSecondsPerDay},
                                         {"week", 7 * kSecondsPerDay}}};

Moment all_of(Date date, const Zone& zone) {
  const Time first = zone.start_of(date), next = zone.start_of(add_days(date, 1));
  // A day that the clocks skip has no second of its own.
  return {first, Time{std::max(first.seconds, next.seconds - 1)}};
}

std::optional<std::int64_t> number_of(std::string_view word) {
  if (word == "a" || word == "an" || word == "one") return 1;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  constexpr std::int64_t kMost = 1'000'000;
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value >= 0 && value <= kMost ? std::optional(value) : std::nullopt;
}

// "3 days ago"
std::optional<Moment> ago(std::string_view said, Time now, const Zone& zone) {
  const std::vector<std::string_view> words = split(said, ' ');
  if (words.size() != 3 || words[2] != "ago") return std::nullopt;
  const std::optional<std::int64_t> count = number_of(words[0]);
  if (!count) return std::nullopt;
  std::string_view name = words[1];
  if (name.ends_with('s')) name.remove_suffix(1);
  const Date today = zone.date_of(now);
  for (const Unit& unit : kUnits) {
    if (unit.name != name) continue;
    const Time then{now.seconds - *count * unit.seconds};
    if (unit.seconds < kSecondsPerDay) return Moment{then, then};
    return all_of(add_days(today, -*count * (unit.seconds / kSecondsPerDay)), zone);
  }
  const int months = static_cast<int>(*count);
  if (name == "month") return all_of(add_months(today, -months), zone);
  if (name == "year") return all_of(add_months(today, -12 * months), zone);
  return std::nullopt;
}

}  // namespace

std::optional<Moment> parse_moment(std::string_view said, Time now, const Zone& zone) {
  const std::string text = utf8::lower(collapse_spaces(said));
  const Date today = zone.date_of(now);
  if (text == "now") return Moment{now, now};
  if (text == "today") return all_of(today, zone);
  if (text == "yesterday") return all_of(add_days(today, -1), zone);
  if (const auto date = parse_date(text)) return all_of(*date, zone);
  if (const auto time = ago(text, now, zone)) return time;
  // What has no dash is a hash that happens to have digits alone.
  if (said.find('-') == std::string_view::npos) return std::nullopt;
  const std::optional<WrittenTime> written = parse_written_time(trim(said));
  if (!written) return std::nullopt;
  const Time time = written->in(zone);
  return Moment{time, time};
}

}  // namespace pyramid
