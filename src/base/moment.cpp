#include "base/moment.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"

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

Moment all_of(Date date) {
  const Time first = start_of(date);
  return {first, Time{first.seconds + kSecondsPerDay - 1}};
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
std::optional<Moment> ago(std::string_view said, Time now) {
  const std::vector<std::string_view> words = split(said, ' ');
  if (words.size() != 3 || words[2] != "ago") return std::nullopt;
  const std::optional<std::int64_t> count = number_of(words[0]);
  if (!count) return std::nullopt;
  std::string_view name = words[1];
  if (name.ends_with('s')) name.remove_suffix(1);
  for (const Unit& unit : kUnits) {
    if (unit.name != name) continue;
    const Time then{now.seconds - *count * unit.seconds};
    return unit.seconds < kSecondsPerDay ? Moment{then, then} : all_of(date_of(then));
  }
  if (name == "month") return all_of(add_months(date_of(now), -static_cast<int>(*count)));
  if (name == "year") return all_of(add_months(date_of(now), -12 * static_cast<int>(*count)));
  return std::nullopt;
}

}  // namespace

std::optional<Moment> parse_moment(std::string_view said, Time now) {
  const std::string text = utf8::lower(collapse_spaces(said));
  if (text == "now") return Moment{now, now};
  if (text == "today") return all_of(date_of(now));
  if (text == "yesterday") return all_of(add_days(date_of(now), -1));
  if (const auto date = parse_date(text)) return all_of(*date);
  if (const auto time = ago(text, now)) return time;
  // What has no dash is a hash that happens to have digits alone.
  if (said.find('-') == std::string_view::npos) return std::nullopt;
  const std::optional<Time> time = parse_time(trim(said));
  return time ? std::optional(Moment{*time, *time}) : std::nullopt;
}

}  // namespace pyramid
