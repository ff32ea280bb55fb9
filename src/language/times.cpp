#include "language/times.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "language/tables/times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace pyramid::language {

namespace {

using tables::TimeMeaning;
using tables::TimeUnit;

// A word in lower case, and where it stands.
struct TimeWord {
  std::string lower;
  std::size_t begin = 0, end = 0;
  bool capital = false;
};

bool is_part_of_word(char32_t c) {
  return utf8::is_letter(c) || utf8::is_digit(c) || utf8::is_mark(c);
}

// Letters and digits, with the apostrophes and hyphens inside them.
std::vector<TimeWord> words_in(std::string_view text) {
  std::vector<TimeWord> found;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const char32_t first = utf8::next(text, at);
    if (!is_part_of_word(first)) continue;
    std::size_t end = at;
    while (at < text.size()) {
      const std::size_t here = at;
      const char32_t c = utf8::next(text, at);
      if (is_part_of_word(c)) {
        end = at;
      } else if (here != end || (c != '\'' && c != U'’' && c != '-')) {
        break;
      }
    }
    at = end;
    found.push_back({replace_all(utf8::lower(text.substr(begin, end - begin)), "’", "'"), begin,
                     end, utf8::is_upper(first)});
  }
  return found;
}

bool has_word(std::string_view list, std::string_view word) {
  return list.find(fmt::format(" {} ", word)) != std::string_view::npos;
}

// Whether `word` is one of those between the "|" of `choice`.
bool is_one_of(std::string_view choice, std::string_view word) {
  for (const std::string_view one : split(choice, '|')) {
    if (one == word) return true;
  }
  return false;
}

// 0-based.
std::optional<int> place_in(std::span<const tables::Names> lists, Tongue tongue,
                            std::string_view word) {
  for (const tables::Names& list : lists) {
    if (list.tongue != tongue) continue;
    for (std::size_t i = 0; i < list.names.size(); ++i) {
      if (!list.names[i].empty() && is_one_of(list.names[i], word)) return static_cast<int>(i);
    }
  }
  return std::nullopt;
}

std::optional<int> digits(std::string_view word, std::size_t most) {
  if (word.empty() || word.size() > most || !is_all_digits(word)) return std::nullopt;
  int value = 0;
  for (const char c : word) value = value * 10 + (c - '0');
  return value;
}

std::optional<int> day_in(std::string_view word) {
  constexpr std::array<std::string_view, 6> kEndings = {"st", "nd", "rd", "th", "er", "º"};
  for (const std::string_view ending : kEndings) {
    if (word.size() > ending.size() && word.ends_with(ending)) {
      word.remove_suffix(ending.size());
      break;
    }
  }
  const auto day = digits(word, 2);
  return day && *day >= 1 && *day <= 31 ? day : std::nullopt;
}

bool is_year(std::string_view word) {
  return word.size() == 4 && is_all_digits(word) &&
         (word.starts_with("19") || word.starts_with("20"));
}

// What a pattern found in the places of its marks.
struct Found {
  int number = 0, day = 0, weekday = 0, month = 0;
  TimeUnit unit = TimeUnit::kDay;
};

class Dating {
 public:
  Dating(std::string_view text, Date said, Tense tense, Tongue tongue)
      : text_(text), words_(words_in(text)), said_(said), tense_(tense), tongue_(tongue) {}

  std::string run() {
    std::string out;
    std::size_t copied = 0;
    for (std::size_t i = 0; i < words_.size();) {
      const auto [used, date] = read_at(i);
      if (used == 0) {
        ++i;
        continue;
      }
      i += used;
      if (date.empty() || is_dated(i)) continue;
      const std::size_t end = words_[i - 1].end;
      out += text_.substr(copied, end - copied);
      out += is_within_brackets(end) ? ", " + date : " (" + date + ")";
      copied = end;
    }
    return out + std::string(text_.substr(copied));
  }

 private:
  struct Read {
    std::size_t used = 0;
    std::string date;
  };

  [[nodiscard]] bool is_within_brackets(std::size_t end) const {
    const std::string_view before = text_.substr(0, end);
    return std::count(before.begin(), before.end(), '(') >
           std::count(before.begin(), before.end(), ')');
  }

  // Whether a year or a date in brackets stands in front of word i, or is it.
  [[nodiscard]] bool is_dated(std::size_t i) const {
    const std::size_t end = words_[i - 1].end;
    const std::string_view behind = text_.substr(end);
    if (behind.starts_with(" (") && behind.size() > 2 && is_digit(behind[2])) return true;
    if (i < words_.size() && is_year(words_[i].lower)) return true;
    // "3 de junio de 2026", "May 3 in 2020"
    return i + 1 < words_.size() && words_[i].lower == "de" && is_year(words_[i + 1].lower);
  }

  Read read_at(std::size_t i) {
    for (const tables::TimePattern& pattern : tables::kTimePatterns) {
      if (pattern.tongue != tongue_) continue;
      Found found;
      const std::size_t used = fits(pattern, i, found);
      if (used > 0) return {used, date_of_pattern(pattern, found)};
    }
    return {};
  }

  // How many words from i on are the pattern's; 0: they are not.
  std::size_t fits(const tables::TimePattern& pattern, std::size_t i, Found& found) const {
    const std::vector<std::string_view> parts = split(pattern.words, ' ');
    if (i + parts.size() > words_.size()) return 0;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      if (k > 0 && !is_near(i + k)) return 0;
      if (!is_part(parts[k], words_[i + k].lower, found)) return 0;
    }
    if (i > 0 && has_word(pattern.not_behind, words_[i - 1].lower)) return 0;
    // "der Morgen", a noun
    if (tongue_ == Tongue::kGerman && pattern.words == "morgen" && i > 0 && words_[i].capital)
      return 0;
    return parts.size();
  }

  // Only blanks, or the full stop of a German ordinal, stand in front of word i.
  [[nodiscard]] bool is_near(std::size_t i) const {
    std::string_view between = text_.substr(words_[i - 1].end, words_[i].begin - words_[i - 1].end);
    if (between.starts_with(".") && is_all_digits(words_[i - 1].lower)) between.remove_prefix(1);
    return trim(between).empty();
  }

  bool is_part(std::string_view part, std::string_view word, Found& found) const {
    if (part.size() != 2 || part[0] != '%') return is_one_of(part, word);
    switch (part[1]) {
      case 'n': {
        const auto number = number_in(word);
        found.number = number.value_or(0);
        return number.has_value() && *number > 0;
      }
      case 'd': {
        const auto day = day_in(word);
        found.day = day.value_or(0);
        return day.has_value();
      }
      case 'u':
        return is_unit(word, found);
      case 'w': {
        const auto weekday = place_in(tables::kWeekdays, tongue_, word);
        found.weekday = weekday.value_or(0);
        return weekday.has_value();
      }
      default: {
        const auto month = place_in(tables::kMonths, tongue_, word);
        found.month = month.value_or(0) + 1;
        return month.has_value();
      }
    }
  }

  [[nodiscard]] std::optional<int> number_in(std::string_view word) const {
    if (const auto number = digits(word, 3)) return number;
    const auto place = place_in(tables::kNumbers, tongue_, word);
    return place ? std::optional(*place + 1) : std::nullopt;
  }

  bool is_unit(std::string_view word, Found& found) const {
    for (const tables::UnitName& one : tables::kUnits) {
      if (one.tongue != tongue_ || !has_word(one.names, word)) continue;
      found.unit = one.unit;
      return true;
    }
    return false;
  }

  [[nodiscard]] std::string around(Date date) const {
    return (tongue_ == Tongue::kEnglish ? "around " : "ca. ") + format_date(date);
  }
  [[nodiscard]] std::string month_of(Date date) const {
    if (tongue_ == Tongue::kEnglish) return fmt::format("{} {}", month_name(date.month), date.year);
    return format_date(date).substr(0, 7);
  }

  [[nodiscard]] std::string shifted(TimeUnit unit, int count) const {
    switch (unit) {
      case TimeUnit::kDay:
        return format_date(add_days(said_, count));
      case TimeUnit::kWeek:
        return around(add_days(said_, 7 * count));
      case TimeUnit::kWeekend:
        return {};
      case TimeUnit::kMonth:
        return month_of(add_months(said_, count));
      case TimeUnit::kYear:
        return std::to_string(said_.year + count);
    }
    return {};
  }

  // Of the weekend before, of this week, or of the next.
  [[nodiscard]] std::string weekend(int weeks) const {
    return around(add_days(said_, 5 - weekday(said_) + 7 * weeks));
  }
  [[nodiscard]] std::string neighbour(TimeUnit unit, int side) const {
    if (unit == TimeUnit::kWeekend) return weekend(side);
    // "the last day", "the next few days"
    return unit == TimeUnit::kDay ? std::string() : shifted(unit, side);
  }

  [[nodiscard]] std::string day_before(int day) const {
    const int back = (weekday(said_) - day + 7) % 7;
    return format_date(add_days(said_, back == 0 ? -7 : -back));
  }
  [[nodiscard]] std::string day_behind(int day) const {
    const int ahead = (day - weekday(said_) + 7) % 7;
    return format_date(add_days(said_, ahead == 0 ? 7 : ahead));
  }

  [[nodiscard]] std::string year_of_month(int month, Tense tense) const {
    if (tense == Tense::kPast) {
      return std::to_string(month <= said_.month ? said_.year : said_.year - 1);
    }
    if (tense == Tense::kFuture) {
      return std::to_string(month >= said_.month ? said_.year : said_.year + 1);
    }
    return {};
  }
  [[nodiscard]] std::string year_of_day(int month, int day) const {
    const auto in = [&](int year) {
      return Date{year, month, std::min(day, days_in_month(year, month))};
    };
    // What is told as past and lies ahead this year may be of the year before, or was arranged.
    if (tense_ == Tense::kPast && in(said_.year) <= said_) return std::to_string(said_.year);
    if (tense_ == Tense::kFuture) {
      return std::to_string(in(said_.year) >= said_ ? said_.year : said_.year + 1);
    }
    return {};
  }

  // "" = it could be more than one.
  [[nodiscard]] std::string date_of_pattern(const tables::TimePattern& pattern,
                                            const Found& found) const {
    switch (pattern.meaning) {
      case TimeMeaning::kDays:
        return format_date(add_days(said_, pattern.amount));
      case TimeMeaning::kAgo:
        return far(found.unit, -found.number);
      case TimeMeaning::kAhead:
        return far(found.unit, found.number);
      case TimeMeaning::kAheadOnly:
        return tense_ == Tense::kPast ? std::string() : far(found.unit, found.number);
      case TimeMeaning::kLast:
        return neighbour(found.unit, -1);
      case TimeMeaning::kNext:
        return neighbour(found.unit, 1);
      case TimeMeaning::kThis:
        return tense_ == Tense::kFuture ? weekend(0) : std::string();
      case TimeMeaning::kLastDay:
        return day_before(found.weekday);
      case TimeMeaning::kNextDay:
        // That of next week to most, and the coming one to some.
        return around(add_days(said_, 7 - weekday(said_) + found.weekday));
      case TimeMeaning::kComingDay:
        return day_behind(found.weekday);
      case TimeMeaning::kNearDay:
        if (tense_ == Tense::kOpen) return {};
        return tense_ == Tense::kPast ? day_before(found.weekday) : day_behind(found.weekday);
      case TimeMeaning::kNearMonth:
        // As with a day: what is told as past and lies ahead this year may have been arranged.
        if (tense_ == Tense::kPast && found.month > said_.month) return {};
        return year_of_month(found.month, tense_);
      case TimeMeaning::kLastMonth:
        return year_of_month(found.month, Tense::kPast);
      case TimeMeaning::kNextMonth:
        return year_of_month(found.month, Tense::kFuture);
      case TimeMeaning::kDayOfMonth:
        return year_of_day(found.month, found.day);
    }
    return {};
  }

  // "two years ago" is no exact year.
  [[nodiscard]] std::string far(TimeUnit unit, int count) const {
    if (unit != TimeUnit::kYear) return shifted(unit, count);
    return (tongue_ == Tongue::kEnglish ? "around " : "ca. ") + shifted(unit, count);
  }

  std::string_view text_;
  std::vector<TimeWord> words_;
  Date said_;
  Tense tense_;
  Tongue tongue_;
};

}  // namespace

std::optional<Tongue> tongue_of(std::string_view text) {
  std::array<int, tables::kCommonWords.size()> counts{};
  for (const TimeWord& word : words_in(text)) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (has_word(tables::kCommonWords[i].words, word.lower)) ++counts[i];
    }
    for (const tables::UnitName& unit : tables::kUnits) {
      if (has_word(unit.names, word.lower)) ++counts[static_cast<std::size_t>(unit.tongue)];
    }
  }
  const auto most = std::max_element(counts.begin(), counts.end());
  if (*most == 0 || std::count(counts.begin(), counts.end(), *most) > 1) return std::nullopt;
  return tables::kCommonWords[static_cast<std::size_t>(most - counts.begin())].tongue;
}

std::string with_dates(std::string_view text, Date said, Tense tense, Tongue tongue) {
  return Dating(text, said, tense, tongue).run();
}

std::string with_dates(std::string_view text, Date said, Tense tense) {
  const auto tongue = tongue_of(text);
  return tongue ? with_dates(text, said, tense, *tongue) : std::string(text);
}

}  // namespace pyramid::language
