#include "search/dates_asked.hpp"

#include "base/utf8.hpp"
#include "engine/text/language.hpp"
#include "search/is_one_of.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

namespace pyramid::search {

namespace {

// Days in which nearness falls to 1/e: on the side of today, from where people tell of it, and on
// the other.
constexpr double kDaysOfTelling = 20;
constexpr double kDaysOnTheFarSide = 7;

using Words = std::vector<std::string>;

std::optional<int> number_in(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<int> year_in(std::string_view word) {
  const auto year = number_in(word);
  return word.size() == 4 && year && *year >= 1900 && *year <= 2199 ? year : std::nullopt;
}

// "3", "3rd", "21st".
std::optional<int> day_in(std::string_view word) {
  for (const std::string_view end : {"st", "nd", "rd", "th"}) {
    if (word.size() > 2 && word.ends_with(end)) word.remove_suffix(2);
  }
  const auto day = number_in(word);
  return day && *day >= 1 && *day <= 31 ? day : std::nullopt;
}

int month_in(std::string_view word) {
  for (int month = 1; month <= 12; ++month) {
    const std::string name = utf8::lower(month_name(month));
    if (word == name || (word.size() == 3 && name.starts_with(word))) return month;
  }
  return word == "sept" ? 9 : 0;
}

// "two", "a", "10".
std::optional<int> count_in(std::string_view word) {
  constexpr std::array<std::string_view, 11> kNumbers = {
      "a", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"};
  const auto found = std::find(kNumbers.begin(), kNumbers.end(), word);
  if (word == "an") return 1;
  if (found != kNumbers.end()) return std::max(1, static_cast<int>(found - kNumbers.begin()));
  const auto number = number_in(word);
  return number && *number >= 0 && *number <= 1000 ? number : std::nullopt;
}

// The first month of the season, or 0.
int season_in(std::string_view word) {
  if (word == "spring") return 3;
  if (word == "summer") return 6;
  if (word == "autumn" || word == "fall") return 9;
  return word == "winter" ? 12 : 0;
}

// Three numbers with the same one of ". / -" between them, at the beginning of a text, and where
// they end; 0 where there are none.
struct Numbers {
  std::array<int, 3> values{};
  std::size_t end = 0;
};
Numbers numbers_at(std::string_view text) {
  constexpr std::size_t kMostDigits = 4;
  Numbers numbers;
  std::size_t at = 0;
  char joiner = 0;
  for (std::size_t i = 0; i < numbers.values.size(); ++i) {
    if (i == 1 && at < text.size()) joiner = text[at];
    const bool joined = at < text.size() && text[at] == joiner &&
                        std::string_view("./-").find(joiner) != std::string_view::npos;
    if (i > 0 && !joined) return {};
    at += i > 0 ? 1 : 0;
    const std::size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
    const auto value = number_in(text.substr(at, end - at));
    if (!value || end - at > kMostDigits) return {};
    numbers.values[i] = *value;
    at = end;
  }
  numbers.end = at;
  return numbers;
}

std::optional<Date> date_of_numbers(const std::array<int, 3>& values) {
  constexpr int kLeastYear = 1000;
  constexpr int kMonths = 12;
  const bool year_first = values[0] >= kLeastYear;
  Date date{year_first ? values[0] : values[2], values[1], year_first ? values[2] : values[0]};
  if (!year_first && date.month > kMonths) std::swap(date.month, date.day);
  const bool possible = date.year >= kLeastYear && date.month >= 1 && date.month <= kMonths &&
                        date.day >= 1 && date.day <= days_in_month(date.year, date.month);
  return possible ? std::optional(date) : std::nullopt;
}

DaySpan month_span(int year, int month, int months = 1) {
  const Date first{year, month, 1};
  return {first, add_days(add_months(first, months), -1)};
}
DaySpan day_span(Date day) { return {day, day}; }
DaySpan year_span(int year) { return {{year, 1, 1}, {year, 12, 31}}; }

std::optional<DaySpan> day_of(int year, int month, int day) {
  if (day > days_in_month(year, month)) return std::nullopt;
  return day_span({year, month, day});
}

// Walks the words of a query; each reader looks at one kind of expression that begins at `at_`.
class Reader {
 public:
  Reader(Words words, Date today)
      : words_(std::move(words)), today_(today), ahead_(asks_ahead(words_)) {}

  std::optional<DaySpan> read() {
    for (at_ = 0; at_ < words_.size(); ++at_) {
      for (const auto& reader : {&Reader::days_of_month, &Reader::day_and_month, &Reader::month,
                                 &Reader::season_of_year, &Reader::year, &Reader::named_day,
                                 &Reader::ago, &Reader::before_last, &Reader::relative}) {
        if (const auto span = (this->*reader)()) return span;
      }
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::string_view word(std::size_t ahead = 0) const {
    return at_ + ahead < words_.size() ? std::string_view(words_[at_ + ahead]) : "";
  }
  [[nodiscard]] std::string_view before() const {
    return at_ > 0 ? std::string_view(words_[at_ - 1]) : "";
  }
  // What "will" be is still to come.
  static bool asks_ahead(const Words& words) {
    constexpr std::array<std::string_view, 4> kAhead = {"will", "shall", "upcoming", "due"};
    return std::any_of(words.begin(), words.end(), [&](const std::string& one) {
      return is_one_of(one, kAhead) || one.ends_with("'ll");
    });
  }
  // The last year in which this month (and day) has begun.
  [[nodiscard]] int latest_year(int month, int day = 1) const {
    return Date{today_.year, month, day} <= today_ ? today_.year : today_.year - 1;
  }
  // The first year in which this month is still to begin.
  [[nodiscard]] int next_year(int month) const { return latest_year(month) + 1; }
  // The year that is meant where none is said.
  [[nodiscard]] int year_of(int month, int day) const {
    const bool is_over = Date{today_.year, month, day} < today_;
    return ahead_ ? today_.year + (is_over ? 1 : 0) : latest_year(month, day);
  }

  // "3 to 5 May 2023".
  std::optional<DaySpan> days_of_month() {
    constexpr std::array<std::string_view, 4> kUpTo = {"to", "until", "till", "and"};
    const auto first = day_in(word());
    const auto last = day_in(word(2));
    const int month = month_in(word(word(3) == "of" ? 4 : 3));
    if (!first || !last || month == 0 || *last <= *first || !is_one_of(word(1), kUpTo)) {
      return std::nullopt;
    }
    const int year = year_in(word(word(3) == "of" ? 5 : 4)).value_or(year_of(month, *last));
    if (*last > days_in_month(year, month)) return std::nullopt;
    return DaySpan{{year, month, *first}, {year, month, *last}};
  }

  // "3 May 2023", "3rd of May", "May 3, 2023", "2023-05-03".
  std::optional<DaySpan> day_and_month() {
    if (const auto date = parse_date(word())) return day_span(*date);
    std::size_t used = 1;
    std::optional<int> day = day_in(word());
    int month = 0;
    if (day) {
      if (word(used) == "of") ++used;
      month = month_in(word(used++));
    } else {
      month = month_in(word());
      day = day_in(word(used++));
    }
    if (!day || month == 0) return std::nullopt;
    const auto year = year_in(word(used));
    return day_of(year.value_or(year_of(month, *day)), month, *day);
  }

  // "May 2023", "in May", "last May": "may" and "march" alone are verbs.
  std::optional<DaySpan> month() {
    constexpr std::array<std::string_view, 9> kBefore = {"in", "last",  "this",  "since", "during",
                                                         "of", "until", "early", "late"};
    const int month = month_in(word());
    if (month == 0) return std::nullopt;
    if (const auto year = year_in(word(word(1) == "of" ? 2 : 1))) return month_span(*year, month);
    if (before() == "next") return month_span(next_year(month), month);
    if (!is_one_of(before(), kBefore)) return std::nullopt;
    if (before() == "in" && ahead_) {
      return month_span(year_of(month, days_in_month(today_.year, month)), month);
    }
    const bool earlier = before() == "last" && month == today_.month;  // which is "this" one
    return month_span(latest_year(month) - (earlier ? 1 : 0), month);
  }

  // "Summer 2024", "the spring of 2025"; a winter is of two years, so it may be any part of one.
  std::optional<DaySpan> season_of_year() {
    const int month = season_in(word());
    const auto year = year_in(word(word(1) == "of" ? 2 : 1));
    if (month == 0 || !year) return std::nullopt;
    return month == 12 ? year_span(*year) : month_span(*year, month, 3);
  }

  std::optional<DaySpan> year() {
    constexpr std::array<std::string_view, 6> kBefore = {"in",     "since", "of",
                                                         "during", "early", "late"};
    const auto year = year_in(word());
    if (!year || !is_one_of(before(), kBefore)) return std::nullopt;
    return year_span(*year);
  }

  // "yesterday", "last night", "tomorrow", "last Friday", "on Monday", "next Monday".
  std::optional<DaySpan> named_day() {
    constexpr std::array<std::string_view, 7> kDays = {
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"};
    const auto is_day = [&](std::string_view relation) {  // "the day before", "the day after"
      return before() == relation && at_ > 1 && words_[at_ - 2] == "day";
    };
    if (word() == "yesterday") return day_span(add_days(today_, is_day("before") ? -2 : -1));
    if (word() == "last" && word(1) == "night") return day_span(add_days(today_, -1));
    if (word() == "tonight") return day_span(today_);
    if (word() == "tomorrow" || word() == "tomorrow's") {
      return day_span(add_days(today_, is_day("after") ? 2 : 1));
    }
    if ((word() == "today" || word() == "today's") && asks_for_today()) return day_span(today_);
    const auto day = std::find(kDays.begin(), kDays.end(), word());
    const bool dated = day_in(word(1)) || month_in(word(1)) != 0;  // "Sunday, 15 March"
    if (day == kDays.end() || dated) return std::nullopt;
    const int wanted = static_cast<int>(day - kDays.begin());
    if (before() == "next")
      return day_span(add_days(today_, (wanted - weekday(today_) + 6) % 7 + 1));
    if (before() != "on" && before() != "last") return std::nullopt;
    if (before() == "on" && ahead_)
      return day_span(add_days(today_, (wanted - weekday(today_) + 7) % 7));
    return day_span(add_days(today_, -((weekday(today_) - wanted + 6) % 7 + 1)));
  }

  // "What did I do today", "today's log", or nothing else; not "where do I live today".
  [[nodiscard]] bool asks_for_today() const {
    constexpr std::array<std::string_view, 10> kOfADay = {
        "did", "done", "happen", "happened", "log", "logged", "said", "was", "were", "wrote"};
    return words_.size() == 1 || std::any_of(words_.begin(), words_.end(), [&](const auto& one) {
             return is_one_of(one, kOfADay);
           });
  }

  // "two weeks ago", "two weeks from now", and where it is asked what will be "in two weeks", which
  // mostly says how long a thing took.
  std::optional<DaySpan> ago() {
    const auto count = count_in(word());
    const bool back = word(2) == "ago";
    const bool on = (word(2) == "from" && word(3) == "now") || (ahead_ && before() == "in");
    if (!count || !(back || on)) return std::nullopt;
    const int away = back ? -*count : *count;
    const std::string_view unit = word(1);
    if (unit.starts_with("day")) return day_span(add_days(today_, away));
    if (unit.starts_with("week") || unit.starts_with("fortnight")) {
      const int days = unit.starts_with("week") ? 7 : 14;
      const Date day = add_days(today_, days * std::int64_t{away});
      return DaySpan{add_days(day, -3), add_days(day, 3)};
    }
    if (unit.starts_with("month")) {
      const Date day = add_months(today_, away);
      return month_span(day.year, day.month);
    }
    if (unit.starts_with("year") && today_.year + away > 0) return year_span(today_.year + away);
    return std::nullopt;
  }

  // "The week before last".
  std::optional<DaySpan> before_last() {
    if (word(1) != "before" || word(2) != "last") return std::nullopt;
    return unit_away(word(), -2);
  }

  // "last week", "this month", "next summer".
  std::optional<DaySpan> relative() {
    constexpr std::array<std::string_view, 3> kWhich = {"last", "this", "next"};
    const auto* const which = std::find(kWhich.begin(), kWhich.end(), word());
    if (which == kWhich.end()) return std::nullopt;
    const int away = static_cast<int>(which - kWhich.begin()) - 1;
    const auto span = unit_away(word(1), away);
    return span ? span : season(word(1), away);
  }

  // The week, weekend, month or year that lies so many of them away.
  [[nodiscard]] std::optional<DaySpan> unit_away(std::string_view unit, int away) const {
    const Date monday = add_days(add_days(today_, -weekday(today_)), 7 * std::int64_t{away});
    if (unit == "week") return DaySpan{monday, away == 0 ? today_ : add_days(monday, 6)};
    if (unit == "weekend") return DaySpan{add_days(monday, 5), add_days(monday, 6)};
    if (unit == "month") {
      const Date day = add_months(today_, away);
      return month_span(day.year, day.month);
    }
    if (unit == "year") return year_span(today_.year + away);
    return std::nullopt;
  }

  // The last one that is over, the next one that has not begun; "this" one is the nearer of the
  // last that has begun and the next.
  [[nodiscard]] std::optional<DaySpan> season(std::string_view name, int away) const {
    const int month = season_in(name);
    if (month == 0) return std::nullopt;
    const int year = latest_year(month);
    const DaySpan begun = month_span(year, month, 3);
    const DaySpan next = month_span(next_year(month), month, 3);
    if (away < 0) return begun.last < today_ ? begun : month_span(year - 1, month, 3);
    if (away > 0) return next;
    const std::int64_t since = day_number(today_) - day_number(begun.last);
    return since <= day_number(next.first) - day_number(today_) ? begun : next;
  }

  Words words_;
  Date today_;
  bool ahead_;  // it is asked what will be
  std::size_t at_ = 0;
};

}  // namespace

std::string with_iso_dates(std::string_view query) {
  std::string out;
  while (!query.empty()) {
    const std::size_t begin = std::min(query.find_first_of("0123456789"), query.size());
    out += query.substr(0, begin);
    query.remove_prefix(begin);
    const bool in_word =
        !out.empty() && std::string_view(" \t\n(\"'").find(out.back()) == std::string_view::npos;
    const Numbers numbers = in_word ? Numbers{} : numbers_at(query);
    const auto date = numbers.end > 0 ? date_of_numbers(numbers.values) : std::nullopt;
    const std::size_t word = std::min(query.find_first_of(" \t\n"), query.size());
    if (date) out += format_date(*date);
    const std::size_t done = date ? numbers.end : word;
    if (!date) out += query.substr(0, done);
    query.remove_prefix(done);
  }
  return out;
}

std::optional<DaySpan> dates_asked(std::string_view query, Date today) {
  Words words;
  for (const engine::Word& word : engine::words(query)) words.push_back(utf8::lower(word.text));
  std::optional<DaySpan> span = Reader(std::move(words), today).read();
  if (span) span->ahead = span->first > today;
  return span;
}

namespace {

void add_once(std::vector<std::string>& terms, std::string term) {
  if (std::find(terms.begin(), terms.end(), term) == terms.end()) terms.push_back(std::move(term));
}

// "15th" as "15", "Sept" as "september", "2026-03-15" beside itself as "15 march 2026".
void spell_as_pieces_do(std::vector<std::string>& terms, const DaySpan& span) {
  bool is_iso = false;
  for (std::string& term : terms) {
    const bool is_day = span.first == span.last && day_in(term) == span.first.day;
    if (is_day) term = std::to_string(span.first.day);
    if (month_in(term) == span.first.month) term = utf8::lower(month_name(span.first.month));
    is_iso = is_iso || parse_date(term) == span.first;
  }
  if (is_iso) add_once(terms, utf8::lower(format_date_long(span.first)));
}

}  // namespace

std::vector<std::string> with_dates(std::vector<std::string> terms, const DaySpan& span) {
  spell_as_pieces_do(terms, span);
  constexpr std::array<std::string_view, 29> kRelative = {
      "last",       "next",     "today",  "today's",  "yesterday", "tomorrow",
      "tomorrow's", "ago",      "day",    "days",     "week",      "weeks",
      "weekend",    "month",    "months", "year",     "years",     "spring",
      "summer",     "autumn",   "fall",   "winter",   "monday",    "tuesday",
      "wednesday",  "thursday", "friday", "saturday", "sunday"};
  constexpr std::size_t kMostMonths = 3;
  const auto relative = [&](const std::string& term) { return is_one_of(term, kRelative); };
  if (std::erase_if(terms, relative) == 0) return terms;
  if (span.first == span.last) {
    terms.push_back(utf8::lower(format_date_long(span.first)));
    return terms;
  }
  std::vector<std::string> months;
  for (Date month{span.first.year, span.first.month, 1}; month <= span.last;
       month = add_months(month, 1)) {
    months.push_back(utf8::lower(month_name(month.month)) + " " + std::to_string(month.year));
  }
  if (months.size() > kMostMonths) months = {std::to_string(span.first.year)};
  for (std::string& month : months) add_once(terms, std::move(month));
  return terms;
}

double nearness(const DaySpan& span, Date day) {
  const auto falling = [](std::int64_t days, double scale) {
    return std::exp(-static_cast<double>(days) / scale);
  };
  const double after = span.ahead ? kDaysOnTheFarSide : kDaysOfTelling;
  const double before = span.ahead ? kDaysOfTelling : kDaysOnTheFarSide;
  if (day > span.last) return falling(day_number(day) - day_number(span.last), after);
  if (day < span.first) return falling(day_number(span.first) - day_number(day), before);
  return 1;
}

}  // namespace pyramid::search
