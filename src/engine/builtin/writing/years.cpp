#include "engine/builtin/writing/years.hpp"

#include "base/text.hpp"
#include "engine/builtin/writing/dates.hpp"
#include "engine/builtin/writing/facts.hpp"
#include "engine/builtin/writing/verbs.hpp"
#include "engine/text/language.hpp"
#include "engine/text/lists.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <vector>

namespace pyramid::engine::builtin::writing {
namespace {

constexpr auto kComesBack = std::to_array<std::string_view>(
    {"birthday", "birthdays", "anniversary", "every", "each", "always", "usually", "often",
     "sometimes", "never", "between", "yearly", "annual", "annually", "season", "seasons",
     "normally", "typically"});
// Behind a past verb these lead to something that was still to come.
constexpr auto kLeadsOn =
    std::to_array<std::string_view>({"to", "that", "will", "would", "if", "until"});
// Of what is arranged the day may be told: "cancelled the dinner on Friday".
constexpr auto kArranging = std::to_array<std::string_view>(
    {"book", "cancel", "move", "plan", "schedule", "reschedule", "reserve", "postpone", "invite",
     "agree", "arrange", "order", "confirm", "accept", "approve", "propose", "request", "ask",
     "apply"});
// Present verbs of what is to come once, and not each year.
constexpr auto kPlanned =
    std::to_array<std::string_view>({"is", "are", "wants", "plans", "hopes", "starts", "begins",
                                     "ends", "opens", "closes", "needs"});
constexpr auto kWeekdayNames = std::to_array<std::string_view>(
    {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"});

// Days: what is to come within nearly a year is meant, and of what was only what is no long time
// ago; "since" leaves no doubt.
constexpr std::int64_t kFarNext = 320;
constexpr std::int64_t kFarLast = 120;

enum class When { kNext, kLast, kSince, kUnknown };

int month_named(std::string_view word) {
  for (int month = 1; month <= 12; ++month) {
    if (word == month_name(month)) return month;
  }
  return 0;
}

std::optional<int> number_in(std::string_view word) {
  int value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool whole = error == std::errc() && end == word.data() + word.size();
  return whole ? std::optional(value) : std::nullopt;
}

bool is_year(std::string_view word) {
  const auto number = word.size() == 4 ? number_in(word) : std::nullopt;
  return number && *number >= 1000;
}

template <std::size_t N>
bool has_any(const std::vector<Word>& all, const std::array<std::string_view, N>& table) {
  return std::any_of(all.begin(), all.end(),
                     [&](const Word& word) { return lists(table, word.text); });
}

// "has been to Rome": when that was, nobody can tell.
bool is_perfect(const std::vector<Word>& predicate) {
  if (predicate.size() < 2 || (predicate[0].text != "has" && predicate[0].text != "have")) {
    return false;
  }
  const std::string_view next = predicate[1].text;
  return next.ends_with("ed") || next == "been" || past_of_participle(next).has_value() ||
         read_verb(next).form == VerbForm::kPast;
}

When when_of(const Fact& fact, bool has_day) {
  const std::vector<Word> all = words(fact.text);
  const std::vector<Word> predicate = words(fact.predicate);
  if (predicate.empty() || has_any(all, kComesBack) || is_perfect(predicate)) {
    return When::kUnknown;
  }
  if (fact.tense == Tense::kPast) {
    const bool arranges = lists(kArranging, read_verb(fact.verb).base);
    return arranges || has_any(predicate, kLeadsOn) ? When::kUnknown : When::kLast;
  }
  if (fact.tense == Tense::kOther) return When::kNext;
  const bool sure = has_day || lists(kPlanned, fact.verb);
  return fact.tense == Tense::kPresent && sure ? When::kNext : When::kUnknown;
}

// The year of the day, or of the month where `day` is 0.
std::optional<int> year_of(int month, int day, When when, Date said) {
  const auto first = [&](int year) { return Date{year, month, std::max(day, 1)}; };
  const auto last = [&](int year) {
    return day > 0 ? first(year) : Date{year, month, days_in_month(year, month)};
  };
  if (when == When::kUnknown) return std::nullopt;
  if (day > days_in_month(said.year, month)) return std::nullopt;
  if (when == When::kNext) {
    const int year = last(said.year) < said ? said.year + 1 : said.year;
    const std::int64_t away = day_number(first(year)) - day_number(said);
    return away > kFarNext ? std::nullopt : std::optional(year);
  }
  const int year = said < first(said.year) ? said.year - 1 : said.year;
  const std::int64_t ago = day_number(said) - day_number(last(year));
  const std::int64_t far = when == When::kSince ? kFarNext : kFarLast;
  return ago > far ? std::nullopt : std::optional(year);
}

struct Insertion {
  std::size_t begin = 0, end = 0;  // what it takes the place of
  std::string text;
};

std::optional<Insertion> year_at(const std::vector<Word>& all, std::size_t i, const Fact& fact,
                                 Date said) {
  static constexpr auto kIn = std::to_array<std::string_view>({"in", "until", "by", "since"});
  static constexpr auto kParts = std::to_array<std::string_view>({"early", "mid", "late"});
  const int month = month_named(all[i].text);
  if (month == 0 || i == 0) return std::nullopt;
  if (i + 1 < all.size() && is_year(all[i + 1].text)) return std::nullopt;
  const auto day = number_in(all[i - 1].text);
  const bool has_day = day && *day >= 1 && *day <= 31;
  const std::size_t before = lists(kParts, all[i - 1].text) && i > 1 ? i - 2 : i - 1;
  if (!has_day && !lists(kIn, all[before].text)) return std::nullopt;
  const bool since =
      all[before].text == "since" || (has_day && i > 1 && all[i - 2].text == "since");
  if (has_day && i > 1 && all[i - 2].text == "from") return std::nullopt;
  const When when = since ? When::kSince : when_of(fact, has_day);
  const auto year = year_of(month, has_day ? *day : 0, when, said);
  if (!year) return std::nullopt;
  const std::size_t end = all[i].begin + all[i].text.size();
  return Insertion{end, end, " " + std::to_string(*year)};
}

// "signed it on Friday": the one before it was said.
std::optional<Insertion> weekday_at(const std::vector<Word>& all, std::size_t i, const Fact& fact,
                                    Date said) {
  const auto found = std::find(kWeekdayNames.begin(), kWeekdayNames.end(), all[i].text);
  if (found == kWeekdayNames.end() || i == 0 || all[i - 1].text != "on") return std::nullopt;
  static constexpr auto kMore =
      std::to_array<std::string_view>({"morning", "afternoon", "evening", "night", "and", "or"});
  if (i + 1 < all.size() && (lists(kMore, all[i + 1].text) || number_in(all[i + 1].text))) {
    return std::nullopt;
  }
  if (fact.tense != Tense::kPast || when_of(fact, true) != When::kLast) return std::nullopt;
  const int ago = (weekday(said) - static_cast<int>(found - kWeekdayNames.begin()) + 7) % 7;
  if (ago == 0) return std::nullopt;
  return Insertion{all[i].begin, all[i].begin + all[i].text.size(),
                   format_date_long(add_days(said, -ago))};
}

}  // namespace

bool tells_own_time(std::string_view sentence) {
  return tells_time(replace_all(sentence, " years old", " old"));
}

bool tells_year(std::string_view sentence) {
  const std::vector<Word> all = words(sentence);
  return std::any_of(all.begin(), all.end(), [](const Word& word) {
    return is_year(word.text) && (word.text.starts_with("19") || word.text.starts_with("20"));
  });
}

std::string with_years(std::string_view sentence, LocalTime said) {
  const Fact fact = make_fact(sentence, said);
  if (fact.predicate.empty()) return std::string(sentence);
  const std::vector<Word> all = words(sentence);
  const bool dated = std::any_of(all.begin(), all.end(),
                                 [](const Word& word) { return month_named(word.text) != 0; });
  std::string out;
  std::size_t from = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto put = year_at(all, i, fact, date_of(said));
    if (!put && !dated) put = weekday_at(all, i, fact, date_of(said));
    if (!put) continue;
    out += sentence.substr(from, put->begin - from);
    out += put->text;
    from = put->end;
  }
  return out.append(sentence.substr(from));
}

}  // namespace pyramid::engine::builtin::writing
