#include "engine/grounding/moments.hpp"

#include "base/utf8.hpp"
#include "engine/grounding/tables.hpp"
#include "engine/text/language.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

namespace pyramid::engine::grounding {

namespace {

using Kind = Token::Kind;

constexpr int kFirstYear = 1900, kLastYear = 2100;
constexpr int kEarly = 10, kMid = 20;  // last days of the parts of a month

bool says(const Token& token, std::string_view lower) {
  if (token.kind != Kind::kWord || token.shown.size() != lower.size()) return false;
  return std::equal(lower.begin(), lower.end(), token.shown.begin(), [](char a, char b) {
    return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b - 'A' + 'a') : b);
  });
}

class Finder {
 public:
  Finder(std::span<const Token> tokens, const LocalTime* said) : tokens_(tokens), said_(said) {}

  std::vector<Found> run() {
    for (at_ = 0; at_ < tokens_.size();) {
      const std::size_t from = at_;
      if (!(iso() || month() || season() || weekday() || relative() || year())) ++at_;
      if (at_ == from) ++at_;
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] const Token* token(std::size_t i) const {
    return i < tokens_.size() ? &tokens_[i] : nullptr;
  }
  [[nodiscard]] int month_at(std::size_t i) const {
    const Token* t = token(i);
    if (t == nullptr || t->kind != Kind::kWord || !t->capital || t->word->month == 0) return 0;
    // "May" and "March" that open a sentence are mostly no months.
    const bool doubtful = t->word->month == 3 || t->word->month == 5;
    if (t->opening && doubtful && day_at(i + 1) == 0 && year_at(i + 1) == 0) return 0;
    return t->word->month;
  }
  [[nodiscard]] int day_at(std::size_t i) const {
    const Token* t = token(i);
    if (t == nullptr || t->unit != 0 || t->value < 1 || t->value > 31) return 0;
    if (t->kind != Kind::kNumber || t->value != static_cast<int>(t->value)) return 0;
    return t->shown.find('.') == std::string::npos ? static_cast<int>(t->value) : 0;
  }
  [[nodiscard]] int year_at(std::size_t i) const {
    const Token* t = token(i);
    if (t == nullptr || t->kind != Kind::kNumber || t->unit != 0 || t->shown.size() != 4) return 0;
    const bool whole = t->value >= kFirstYear && t->value < kLastYear && !t->ordinal;
    return whole ? static_cast<int>(t->value) : 0;
  }

  void add(Moment moment, std::size_t begin, std::size_t end) {
    std::size_t first = begin;
    if (begin > 0 && tokens_[begin].before == 0) {
      const Token& before = tokens_[begin - 1];
      for (std::size_t part = 0; part < tables::kParts.size(); ++part) {
        if (moment.day == 0 && says(before, tables::kParts[part])) {
          moment.part = static_cast<int>(part) + 1;
          first = begin - 1;
        }
      }
    }
    moment.at_end = moment.month != 0 && moment.day == 0 && is_end_of(begin);
    moment.lead_in = is_lead_in(first);
    for (std::size_t i = first; i < end; ++i) {
      moment.shown += (i == first ? "" : " ") + tokens_[i].shown;
    }
    found_.push_back({std::move(moment), first, end});
    at_ = end;
  }

  // "the end of June", "Ende Juni"
  [[nodiscard]] bool is_end_of(std::size_t at) const {
    if (at == 0) return false;
    const bool of = says(tokens_[at - 1], "of") && at > 1 && says(tokens_[at - 2], "end");
    return of || says(tokens_[at - 1], "ende");
  }

  // "As of May", "By May", "(noted May".
  [[nodiscard]] bool is_lead_in(std::size_t at) const {
    if (at == 0) return false;
    const Token& before = tokens_[at - 1];
    if (says(before, "noted") || (says(before, "by") && before.opening)) return true;
    return at > 1 && says(before, "of") && says(tokens_[at - 2], "as");
  }

  bool iso() {
    if (tokens_[at_].kind != Kind::kDay) return false;
    const auto date = parse_date(tokens_[at_].shown);
    if (!date) return false;
    // "Wednesday (2026-03-11)" is one time.
    const bool joined = !found_.empty() && found_.back().end == at_ &&
                        found_.back().moment.day == 0 && tokens_[at_].before == '(';
    if (joined) found_.pop_back();
    add({date->year, date->month, date->day}, at_, at_ + 1);
    return true;
  }

  // "12 May 2026", "11 to 25 July", "May 12, 2026", "May 2026", "May".
  bool month() {
    std::size_t i = at_;
    const int first = day_at(i);
    int second = 0;
    if (first != 0) {
      ++i;
      const Token* to = token(i);
      if (to != nullptr && (says(*to, "to") || says(*to, "and") || says(*to, "or")) &&
          day_at(i + 1) != 0) {
        second = day_at(i + 1);
        i += 2;
      }
      if (token(i) != nullptr && says(*token(i), "of")) ++i;
    }
    const int month = month_at(i);
    if (month == 0) return false;
    ++i;
    int day = first;
    if (first == 0 && day_at(i) != 0 && (token(i)->before == 0)) day = day_at(i++);
    const int year = year_at(i);
    if (year != 0) ++i;
    const int weekday = weekday_before();
    if (second != 0) {
      add({year, month, first}, at_, i);
      found_.back().end = found_.back().begin + 1;
      add({year, month, second}, found_.back().begin + 2, i);
      return true;
    }
    Moment moment{year, month, day};
    moment.weekday = day == 0 ? -1 : weekday;
    if (moment.weekday >= 0) found_.pop_back();
    add(std::move(moment), at_, i);
    return true;
  }

  // "autumn 2026", "spring of 2024": without a year it may be any.
  bool season() {
    const Token& t = tokens_[at_];
    const Token* of = token(at_ + 1);
    const std::size_t place = at_ + (of != nullptr && says(*of, "of") ? 2 : 1);
    const int year = year_at(place);
    if (t.kind != Kind::kWord || year == 0) return false;
    for (std::size_t row = 0; row < tables::kSeasons.size(); ++row) {
      const auto& words = tables::kSeasons[row];
      const bool is_this = std::any_of(words.begin(), words.end(), [&](std::string_view word) {
        return !word.empty() && utf8::lower(t.shown) == word;
      });
      if (!is_this) continue;
      Moment moment{year};
      moment.season = static_cast<int>(row) + 1;
      add(std::move(moment), at_, place + 1);
      return true;
    }
    return false;
  }

  // Of a weekday right in front: "Thursday, 11 March".
  [[nodiscard]] int weekday_before() const {
    if (found_.empty() || found_.back().end != at_) return -1;
    const Moment& before = found_.back().moment;
    return before.day == 0 && before.month == 0 && before.year == 0 ? before.weekday : -1;
  }

  bool weekday() {
    const Token& t = tokens_[at_];
    if (t.kind != Kind::kWord || !t.capital || t.word->weekday < 0) return false;
    Moment moment;
    moment.weekday = t.word->weekday;
    add(std::move(moment), at_, at_ + 1);
    return true;
  }

  bool year() {
    const int year = year_at(at_);
    if (year == 0) return false;
    const Token* next = token(at_ + 1);
    if (next != nullptr && next->before == 0 && next->kind == Kind::kWord &&
        next->word->unit != 0) {
      return false;
    }
    add({year}, at_, at_ + 1);
    return true;
  }

  // "last week (around 2026-05-05)": the date stands behind it.
  [[nodiscard]] bool is_resolved() const {
    constexpr std::size_t kNear = 4;
    for (std::size_t i = at_ + 1; i < std::min(at_ + kNear, tokens_.size()); ++i) {
      if (tokens_[i].before == '(') return true;
    }
    return false;
  }

  void add_day(std::int64_t days, int slack, std::size_t end) {
    const Date date = add_days(date_of(*said_), days);
    Moment moment{date.year, date.month, date.day};
    moment.slack = slack;
    add(std::move(moment), at_, end);
  }

  // What counts from the day it was said.
  bool relative() {
    if (said_ == nullptr || tokens_[at_].kind != Kind::kWord) return counted();
    const Token& t = tokens_[at_];
    if (is_resolved()) return false;
    const bool today = says(t, "today") || says(t, "tonight") || says(t, "heute");
    if (today) return add_day(0, 0, at_ + 1), true;
    if (says(t, "yesterday") || says(t, "gestern")) return add_day(-1, 0, at_ + 1), true;
    if (says(t, "tomorrow")) return add_day(1, 0, at_ + 1), true;
    const bool next = says(t, "next");
    if (next || says(t, "last")) {
      if (const Token* unit = token(at_ + 1)) return shifted(*unit, next ? 1 : -1, 1, at_ + 2);
    }
    return counted();
  }

  // "in three weeks", "two years ago".
  bool counted() {
    if (said_ == nullptr) return false;
    const bool in = says(tokens_[at_], "in");
    const std::size_t number = in ? at_ + 1 : at_;
    const Token* count = token(number);
    const Token* unit = token(number + 1);
    if (count == nullptr || unit == nullptr || unit->kind != Kind::kWord) return false;
    const int value = count->kind == Kind::kNumber ? static_cast<int>(std::min(count->value, 1e4))
                                                   : count->word->numeral;
    if (value <= 0 || count->ordinal || count->word->ordinal) return false;
    const Token* ago = token(number + 2);
    const bool past = ago != nullptr && says(*ago, "ago");
    if (!in && !past) return false;
    // The number stays one: "three weeks" can be said again.
    const std::size_t before = found_.size();
    const std::size_t from = at_;
    if (!shifted(*unit, past ? -1 : 1, value, number + 2)) return false;
    for (std::size_t i = before; i < found_.size(); ++i) found_[i].end = found_[i].begin;
    at_ = from + 1;
    return true;
  }

  bool shifted(const Token& unit, int sign, int count, std::size_t end) {
    constexpr int kWeek = 7;
    const Date today = date_of(*said_);
    if (says(unit, "day") || says(unit, "days")) {
      add_day(std::int64_t{sign} * count, 0, end);
    } else if (says(unit, "week") || says(unit, "weeks")) {
      add_day(std::int64_t{sign} * count * kWeek, count == 1 ? kWeek : 3, end);
    } else if (says(unit, "month") || says(unit, "months")) {
      const Date date = add_months(today, sign * count);
      add({date.year, date.month}, at_, end);
    } else if (says(unit, "year") || says(unit, "years")) {
      add({today.year + sign * count}, at_, end);
    } else {
      return false;
    }
    return true;
  }

  std::span<const Token> tokens_;
  const LocalTime* said_;
  std::vector<Found> found_;
  std::size_t at_ = 0;
};

// The year in which month and day are nearest to a day.
int nearest_year(int month, int day, Date to) {
  int best = to.year;
  std::int64_t distance = INT64_MAX;
  for (const int year : {to.year - 1, to.year, to.year + 1}) {
    const int clamped = std::min(day == 0 ? 15 : day, days_in_month(year, month));
    const std::int64_t away = std::abs(day_number(Date{year, month, clamped}) - day_number(to));
    if (away < distance) best = year;
    distance = std::min(distance, away);
  }
  return best;
}

// 1 spring, from March on, to 4 winter; 0: the moment has none.
int season_of(const Moment& moment) {
  constexpr int kMonths = 3;
  if (moment.season != 0 || moment.month == 0) return moment.season;
  return moment.month < kMonths ? 4 : moment.month / kMonths;
}

int part_of(int day) { return day <= kEarly ? 1 : day <= kMid ? 2 : 3; }

bool is_day(const Moment& moment) {
  return moment.year != 0 && moment.month != 0 && moment.day >= 1 &&
         moment.day <= days_in_month(moment.year, moment.month);
}

}  // namespace

std::vector<Found> moments_in(std::span<const Token> tokens, const LocalTime* said) {
  return Finder(tokens, said).run();
}

bool is_full(const Moment& moment) {
  return moment.year != 0 && moment.month != 0 && moment.day != 0;
}

std::vector<Moment> settled(const Moment& moment, LocalTime said, int told_year) {
  const Date today = date_of(said);
  std::vector<Moment> all;
  if (moment.month != 0 && moment.year == 0) {
    for (const int year : {nearest_year(moment.month, moment.day, today), told_year}) {
      if (year == 0) continue;
      all.push_back(moment);
      all.back().year = year;
    }
  } else if (moment.month == 0 && moment.year == 0 && moment.weekday >= 0) {
    constexpr int kWeek = 7;
    all.push_back(moment);
    const int back = (weekday(today) - moment.weekday + kWeek) % kWeek;
    for (const int days : {-back, kWeek - back, -back - kWeek}) {
      const Date date = add_days(today, days);
      all.push_back({date.year, date.month, date.day, moment.weekday});
    }
  } else {
    all.push_back(moment);
  }
  return all;
}

bool follows(const Moment& claim, const Moment& fact) {
  if (claim.weekday >= 0) {
    const bool same =
        fact.weekday == claim.weekday ||
        (is_day(fact) && weekday(Date{fact.year, fact.month, fact.day}) == claim.weekday);
    if (!same) return false;
  }
  if (fact.slack > 0 && claim.day != 0 && is_day(fact)) {
    Moment whole = claim;
    if (whole.year == 0) whole.year = fact.year;
    if (!is_day(whole)) return false;
    const std::int64_t away = day_number(Date{whole.year, whole.month, whole.day}) -
                              day_number(Date{fact.year, fact.month, fact.day});
    return std::abs(away) <= fact.slack;
  }
  if (claim.year != 0 && claim.year != fact.year) return false;
  if (claim.month != 0 && claim.month != fact.month) return false;
  if (claim.season != 0 && claim.season != season_of(fact)) return false;
  const bool is_last = fact.at_end && is_day(claim) && fact.day == 0 &&
                       claim.day == days_in_month(claim.year, claim.month);
  if (claim.day != 0 && claim.day != fact.day && !is_last) return false;
  const int part = fact.day != 0 ? part_of(fact.day) : fact.part;
  return claim.part == 0 || part == 0 || claim.part == part;
}

bool touches(const Moment& claim, LocalTime start, LocalTime end) {
  const std::int64_t grace = claim.part != 0 ? 2 : 0;  // days
  const Date first = date_of(start);
  const Date last = date_of(end);
  const auto one = [&](int year) {
    Date from{year, claim.month == 0 ? 1 : claim.month, claim.day == 0 ? 1 : claim.day};
    const int month = claim.month == 0 ? 12 : claim.month;
    Date to{year, month, claim.day == 0 ? days_in_month(year, month) : claim.day};
    if (claim.part == 1) to.day = kEarly;
    if (claim.part == 2) from.day = kEarly, to.day = kMid;
    if (claim.part == 3) from.day = kMid;
    if (claim.day > days_in_month(year, month)) return false;
    return day_number(from) - grace <= day_number(last) &&
           day_number(first) <= day_number(to) + grace;
  };
  if (claim.year != 0) return one(claim.year);
  if (claim.month == 0) return false;
  for (int year = first.year; year <= last.year; ++year) {
    if (one(year)) return true;
  }
  return false;
}

}  // namespace pyramid::engine::grounding
