#include "engine/builtin/reading/dates.hpp"

#include "base/utf8.hpp"
#include "engine/builtin/reading/match.hpp"
#include "engine/builtin/reading/verbs.hpp"
#include "engine/builtin/tables/calendar.hpp"
#include "engine/builtin/tables/world.hpp"
#include "engine/text/language.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace pyramid::engine::builtin {

namespace {

struct DateToken {
  std::string lower;
  std::size_t begin = 0, end = 0;
};

// kArranged: the deed is past, and what was agreed may lie ahead.
enum class Tense : std::uint8_t { kPast, kFuture, kOpen, kArranged };

// What is to be put into the sentence at a byte offset.
struct Insertion {
  std::size_t at = 0;
  std::string text;
};

std::string exact(Date date) { return " (" + format_date(date) + ")"; }
std::string around(Date date) { return " (around " + format_date(date) + ")"; }
std::string month_of(Date date) {
  return fmt::format(" ({} {})", month_name(date.month), date.year);
}

template <std::size_t N>
std::optional<int> index_of(const std::array<std::string_view, N>& names, std::string_view word) {
  const auto it = std::find(names.begin(), names.end(), word);
  if (it == names.end()) return std::nullopt;
  return static_cast<int>(it - names.begin());
}

std::optional<int> small_number(std::string_view word) {
  static constexpr std::array<std::string_view, 13> kNumbers = {
      "zero",  "one",   "two",  "three", "four",   "five",  "six",
      "seven", "eight", "nine", "ten",   "eleven", "twelve"};
  if (word == "a" || word == "an") return 1;
  if (word == "couple") return 2;
  if (const auto index = index_of(kNumbers, word)) return *index;
  if (word.empty() || word.size() > 3) return std::nullopt;
  int value = 0;
  for (const char c : word) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

// "3", "3rd", "21st" as a day of the month.
std::optional<int> day_number_word(std::string_view word) {
  for (const std::string_view ending : {"st", "nd", "rd", "th"}) {
    if (word.size() > 2 && word.substr(word.size() - 2) == ending) {
      word.remove_suffix(2);
      break;
    }
  }
  if (word.empty() || word.size() > 2 || word[0] < '0' || word[0] > '9') return std::nullopt;
  const auto day = small_number(word);
  return day && *day >= 1 && *day <= 31 ? day : std::nullopt;
}

bool is_year(std::string_view word) {
  return word.size() == 4 && (word.substr(0, 2) == "19" || word.substr(0, 2) == "20") &&
         word.find_first_not_of("0123456789") == std::string_view::npos;
}

// What the tokens in [begin, end) say of when they happen; nothing: they hold no such word.
std::optional<Tense> tense_in(const std::vector<DateToken>& tokens, std::size_t begin,
                              std::size_t end) {
  std::optional<Tense> tense;
  bool planned = false;
  bool often = false;
  for (std::size_t i = begin; i < end; ++i) {
    const std::string& word = tokens[i].lower;
    const bool noun = i == begin || lists(tables::kBeforeNouns, tokens[i - 1].lower);
    planned = planned || lists(tables::kOnce, word) || (!noun && lists(tables::kPlans, word));
    often = often || lists(tables::kEachTime, word);
    const std::string_view next = i + 1 < end ? std::string_view(tokens[i + 1].lower) : "";
    // What was decided, booked or offered lies ahead as likely as behind.
    if (lists(tables::kOpenVerbs, word)) return Tense::kArranged;
    if (lists(tables::kFutureWords, word) || word.ends_with("'ll")) return Tense::kFuture;
    if (word == "going" && next == "to") return Tense::kFuture;
    const bool be = word == "am" || word == "is" || word == "are" || word.ends_with("'m") ||
                    word.ends_with("'re") || word.ends_with("'s");
    if (be && next.size() > 4 && next.ends_with("ing")) return Tense::kFuture;
    if (be && !tense) tense = Tense::kOpen;
    const bool past =
        (word.size() > 4 && word.ends_with("ed")) || word == "died" || word == "was" ||
        word == "were" ||
        (is_irregular_past(word) && !is_modal(word) && !lists(tables::kOpenPasts, word));
    if (past) tense = Tense::kPast;
  }
  if (planned && !often && tense != Tense::kPast) return Tense::kFuture;
  return tense;
}

class Resolver {
 public:
  Resolver(std::string_view sentence, Date said) : sentence_(sentence), said_(said) {
    for (const Word& word : words(sentence)) {
      tokens_.push_back({utf8::lower(word.text), word.begin, word.begin + word.text.size()});
    }
    set_tenses();
  }

  std::string run() {
    for (std::size_t i = 0; i < tokens_.size();) {
      tense_ = tenses_[i];
      const std::size_t used = step(i);
      i += std::max<std::size_t>(1, used);
    }
    std::string out(sentence_);
    for (auto it = insertions_.rbegin(); it != insertions_.rend(); ++it) {
      out.insert(it->at, it->text);
    }
    return out;
  }

 private:
  // Each clause has a tense of its own; one without a word that tells goes with the one before, and
  // the first with the sentence.
  void set_tenses() {
    tenses_.assign(tokens_.size(), tense_in(tokens_, 0, tokens_.size()).value_or(Tense::kOpen));
    Tense tense = tenses_.empty() ? Tense::kOpen : tenses_.front();
    for (std::size_t begin = 0; begin < tokens_.size();) {
      std::size_t end = begin + 1;
      while (end < tokens_.size() && !begins_clause(end)) ++end;
      tense = tense_in(tokens_, begin, end).value_or(tense);
      std::fill(tenses_.begin() + static_cast<std::ptrdiff_t>(begin),
                tenses_.begin() + static_cast<std::ptrdiff_t>(end), tense);
      begin = end;
    }
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      if (is_admission(i) || is_order(i)) look_ahead_from(i);
    }
  }

  // "tickets for the opera": whenever they were bought, the opera is to come.
  [[nodiscard]] bool is_admission(std::size_t i) const {
    return lists(tables::kAdmissions, tokens_[i].lower) &&
           (word(i + 1) == "for" || word(i + 1) == "to");
  }
  // "asked me to come on Saturday"
  [[nodiscard]] bool is_order(std::size_t i) const {
    const bool to_me = word(i + 1) == "me" || word(i + 1) == "us";
    return to_me && lists(tables::kOrders, tokens_[i].lower) &&
           (word(i + 2) == "to" || (word(i + 2) == "not" && word(i + 3) == "to"));
  }
  void look_ahead_from(std::size_t i) {
    const bool bought = tenses_[i] == Tense::kPast || tenses_[i] == Tense::kArranged;
    if (!bought) return;
    for (std::size_t k = i; k < tokens_.size() && (k == i || !begins_clause(k)); ++k)
      tenses_[k] = Tense::kFuture;
  }

  [[nodiscard]] bool begins_clause(std::size_t i) const {
    const std::string_view between =
        sentence_.substr(tokens_[i - 1].end, tokens_[i].begin - tokens_[i - 1].end);
    return between.find_first_of(",;:") != std::string_view::npos ||
           lists(tables::kClauseWords, tokens_[i].lower);
  }

  [[nodiscard]] std::string_view word(std::size_t i) const {
    return i < tokens_.size() ? std::string_view(tokens_[i].lower) : std::string_view();
  }
  // Whether a date stands behind token i already, in brackets or as a year.
  [[nodiscard]] bool dated(std::size_t i) const {
    if (is_year(word(i + 1))) return true;
    const std::size_t end = tokens_[i].end;
    return sentence_.substr(end, 2) == " (" && end + 2 < sentence_.size() &&
           sentence_[end + 2] >= '0' && sentence_[end + 2] <= '9';
  }
  std::size_t put(std::size_t last, std::string text, std::size_t used) {
    if (!dated(last)) insertions_.push_back({tokens_[last].end, std::move(text)});
    return used;
  }

  // Tokens used by an expression that starts at i; 0: none does.
  std::size_t step(std::size_t i) {
    const std::string_view w = word(i);
    if (w == "yesterday") return put(i, exact(add_days(said_, -1)), 1);
    if (w == "today" || w == "tonight") return put(i, exact(said_), 1);
    if (w == "tomorrow") return put(i, exact(add_days(said_, 1)), 1);
    if (w == "this" &&
        (word(i + 1) == "morning" || word(i + 1) == "afternoon" || word(i + 1) == "evening")) {
      return put(i + 1, exact(said_), 2);
    }
    if (w == "the" && word(i + 1) == "day" && word(i + 3) == "yesterday")
      return before_yesterday(i);
    if (w == "the" && word(i + 1) == "day" && word(i + 3) == "tomorrow" && word(i + 2) == "after") {
      return put(i + 3, exact(add_days(said_, 2)), 4);
    }
    if (w == "last" || w == "next" || w == "this") return relative(i);
    if (w == "in") return behind_in(i);
    if (lists(tables::kBeforeDates, w)) {
      if (const std::size_t used = bounded(i)) return used;
    }
    if (const auto* holiday = holiday_at(i); holiday != nullptr && w == holiday->name)
      return with_holiday(i, *holiday, tense_);
    if (const std::size_t used = ago(i)) return used;
    if (w == "on" && index_of(tables::kWeekdays, word(i + 1))) return on_weekday(i);
    return day_of_month(i);
  }

  std::size_t before_yesterday(std::size_t i) {
    if (word(i + 2) != "before") return 0;
    return put(i + 3, exact(add_days(said_, -2)), 4);
  }

  [[nodiscard]] Date next_monday() const { return add_days(said_, 7 - weekday(said_)); }

  std::size_t relative(std::size_t i) {
    const std::string_view which = word(i);
    const std::string_view unit = word(i + 1);
    const int sign = which == "last" ? -1 : which == "next" ? 1 : 0;
    if (const auto day = index_of(tables::kWeekdays, unit)) {
      const int back = (weekday(said_) - *day + 7) % 7;
      if (which == "last") return put(i + 1, exact(add_days(said_, back == 0 ? -7 : -back)), 2);
      const int ahead = (7 - back) % 7;
      if (which == "this" && tense_ != Tense::kPast && ahead > 0) {
        return put(i + 1, exact(add_days(said_, ahead)), 2);
      }
      // "next Friday" is that of next week to most, and the coming one to some: hence "around".
      if (which == "next") return put(i + 1, around(add_days(next_monday(), *day)), 2);
      return 2;
    }
    if (unit == "night" && sign == -1) return put(i + 1, exact(add_days(said_, -1)), 2);
    if (unit == "week") return sign == 0 ? 2 : put(i + 1, around(add_days(said_, 7 * sign)), 2);
    if (unit == "weekend") return weekend(i, sign);
    if (unit == "month") return put(i + 1, month_of(add_months(said_, sign)), 2);
    if (unit == "year") {
      return put(i + 1, fmt::format(" ({})", said_.year + sign), 2);
    }
    if (const auto month = index_of(tables::kMonths, unit)) {
      if (sign == 0) return 2;
      const int year = sign < 0 ? (*month + 1 < said_.month ? said_.year : said_.year - 1)
                                : (*month + 1 > said_.month ? said_.year : said_.year + 1);
      return put(i + 1, fmt::format(" ({} {})", month_name(*month + 1), year), 2);
    }
    return 0;
  }

  std::size_t weekend(std::size_t i, int sign) {
    const int today = weekday(said_);
    if (sign == -1) {
      return put(i + 1, around(add_days(said_, -today - 2)), 2);  // the Saturday before this week
    }
    if (sign == 1) return put(i + 1, around(add_days(next_monday(), 5)), 2);
    if (today >= 5) return 2;
    return put(i + 1, around(add_days(said_, 5 - today)), 2);
  }

  // "in March", "in two weeks".
  std::size_t behind_in(std::size_t i) {
    if (const auto month = index_of(tables::kMonths, word(i + 1)))
      return bare_month(i + 1, *month + 1);
    if (word(i + 1) == "early" || word(i + 1) == "late" || word(i + 1) == "mid") {
      if (const auto month = index_of(tables::kMonths, word(i + 2)))
        return bare_month(i + 2, *month + 1) + 1;
    }
    const auto count = small_number(word(i + 1));
    if (!count || *count == 0 || tense_ == Tense::kPast) return 0;
    return distance(i + 2, *count, 3);
  }

  // "since January", "until March", "by Friday", "the end of November", "since Christmas".
  std::size_t bounded(std::size_t i) {
    const std::string_view w = word(i);
    const bool since = w == "since";
    Tense tense = since ? Tense::kPast : Tense::kFuture;
    if (w == "of") {
      if (i == 0 || !lists(tables::kPartsOfMonth, word(i - 1))) return 0;
      tense = tense_;
    } else if (!since && tense_ == Tense::kPast) {
      return 0;
    }
    if (const auto month = index_of(tables::kMonths, word(i + 1))) {
      return bare_month(i + 1, *month + 1, tense, since);
    }
    if (const auto day = index_of(tables::kWeekdays, word(i + 1)); day && w == "by") {
      const int ahead = (*day - weekday(said_) + 7) % 7;
      return put(i + 1, exact(add_days(said_, ahead == 0 ? 7 : ahead)), 2);
    }
    if (const auto* holiday = holiday_at(i + 1)) return with_holiday(i + 1, *holiday, tense) + 1;
    return 0;
  }

  [[nodiscard]] const tables::Holiday* holiday_at(std::size_t i) const {
    const auto it = std::find_if(tables::kHolidays.begin(), tables::kHolidays.end(),
                                 [&](const auto& one) { return one.name == word(i); });
    return it == tables::kHolidays.end() ? nullptr : &*it;
  }

  std::size_t with_holiday(std::size_t i, const tables::Holiday& holiday, Tense tense) {
    // "Christmas this year" gets its year from what stands behind it.
    if (is_year(word(i + 1)) || word(i + 2) == "year" ||
        (tense != Tense::kPast && tense != Tense::kFuture))
      return 1;
    const Date day{said_.year, holiday.month, holiday.day};
    int year = said_.year;
    if (tense == Tense::kPast && said_ < day) --year;
    if (tense == Tense::kFuture && day < said_) ++year;
    insertions_.push_back({tokens_[i].end, fmt::format(" {}", year)});
    return 1;
  }

  std::size_t bare_month(std::size_t i, int month) { return bare_month(i, month, tense_, false); }

  // `certain`: however far back the month is, it is the last of its name.
  std::size_t bare_month(std::size_t i, int month, Tense tense, bool certain) {
    if (is_year(word(i + 1))) return 3;
    std::optional<int> year;
    // A past month further back than half a year could as well be one to come.
    const int back = (said_.month - month + 12) % 12;
    if (tense == Tense::kPast && (certain || back <= 6)) {
      year = month <= said_.month ? said_.year : said_.year - 1;
    }
    if (tense == Tense::kFuture) year = month >= said_.month ? said_.year : said_.year + 1;
    if (!year) return 2;
    insertions_.push_back({tokens_[i].end, fmt::format(" {}", *year)});
    return 2;
  }

  // "two weeks ago", "a couple of months ago".
  std::size_t ago(std::size_t i) {
    const auto count = small_number(word(i));
    if (!count || *count == 0) return 0;
    std::size_t unit = i + 1;
    if (word(i) == "a" && word(i + 1) == "couple") return 0;
    if (word(i) == "couple" && word(unit) == "of") ++unit;
    if (word(unit + 1) != "ago") return 0;
    return distance(unit, -*count, unit + 2 - i);
  }

  std::size_t distance(std::size_t unit, int count, std::size_t used) {
    const std::string_view w = word(unit);
    const std::size_t last = count < 0 ? unit + 1 : unit;
    if (w == "day" || w == "days") return put(last, exact(add_days(said_, count)), used);
    if (w == "week" || w == "weeks") return put(last, around(add_days(said_, 7 * count)), used);
    if (w == "month" || w == "months") return put(last, month_of(add_months(said_, count)), used);
    if (w == "year" || w == "years") {
      return put(last, fmt::format(" (around {})", said_.year + count), used);
    }
    return 0;
  }

  // "on Monday the 16th": the nearest one.
  std::size_t numbered_weekday(std::size_t i, int day) {
    constexpr int kFar = 200;
    const int number = *day_number_word(word(i + 3));
    for (int days = 0; days < kFar; ++days) {
      for (const Date date : {add_days(said_, days), add_days(said_, -days)}) {
        if (date.day == number && weekday(date) == day) return put(i + 3, exact(date), 4);
      }
    }
    return 4;
  }

  std::size_t on_weekday(std::size_t i) {
    const int day = *index_of(tables::kWeekdays, word(i + 1));
    const int back = (weekday(said_) - day + 7) % 7;
    if (word(i + 2) == "the" && day_number_word(word(i + 3))) return numbered_weekday(i, day);
    if (tense_ == Tense::kPast)
      return put(i + 1, exact(add_days(said_, back == 0 ? -7 : -back)), 2);
    if (tense_ == Tense::kFuture) {
      return put(i + 1, exact(add_days(said_, back == 0 ? 7 : 7 - back)), 2);
    }
    return 2;
  }

  // "3 June", "June 3rd": the year behind it, where the tense tells.
  std::size_t day_of_month(std::size_t i) {
    std::optional<int> day = day_number_word(word(i));
    std::optional<int> month;
    if (day) {
      std::size_t at = i + 1;
      if (word(at) == "of") ++at;
      month = index_of(tables::kMonths, word(at));
      if (!month) return 0;
      return with_year(at, *month + 1, *day, at + 1 - i);
    }
    month = index_of(tables::kMonths, word(i));
    day = day_number_word(word(i + 1));
    if (!month || !day) return 0;
    return with_year(i + 1, *month + 1, *day, 2);
  }

  std::size_t with_year(std::size_t last, int month, int day, std::size_t used) {
    if (is_year(word(last + 1))) return used + 1;
    const auto in_year = [&](int year) {
      return Date{year, month, std::min(day, days_in_month(year, month))};
    };
    std::optional<int> year;
    // "She confirmed 30 June": a day that lies ahead this year is no day of the past.
    if (tense_ == Tense::kPast && in_year(said_.year) <= said_) year = said_.year;
    if (tense_ == Tense::kFuture) year = in_year(said_.year) >= said_ ? said_.year : said_.year + 1;
    // "I signed up for the marathon on 6 December": what is still ahead this year.
    if (tense_ == Tense::kArranged && in_year(said_.year) >= said_) year = said_.year;
    if (year) insertions_.push_back({tokens_[last].end, fmt::format(" {}", *year)});
    return used;
  }

  std::string_view sentence_;
  Date said_;
  std::vector<DateToken> tokens_;
  std::vector<Insertion> insertions_;
  std::vector<Tense> tenses_;  // of the clause of each token
  Tense tense_ = Tense::kOpen;
};

}  // namespace

std::string resolve_dates(std::string_view sentence, Date said) {
  return Resolver(sentence, said).run();
}

}  // namespace pyramid::engine::builtin
