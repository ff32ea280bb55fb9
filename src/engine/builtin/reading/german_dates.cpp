#include "engine/builtin/reading/german_dates.hpp"

#include "base/utf8.hpp"
#include "engine/builtin/reading/match.hpp"
#include "engine/builtin/tables/german_dates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace pyramid::engine::builtin {

namespace {

using Tokens = std::vector<GermanToken>;

enum class GermanTense : std::uint8_t { kPast, kFuture, kOpen };

std::string_view lower_at(const Tokens& tokens, std::size_t i, std::size_t back) {
  return i >= back ? std::string_view(tokens[i - back].lower) : std::string_view();
}

int sign_of(std::string_view word) {
  if (word.starts_with("nächste")) return 1;
  return word.starts_with("letzte") ? -1 : 0;
}

std::string german_month(Date day) {
  const auto month = tables::kGermanMonths[static_cast<std::size_t>(day.month - 1)];
  return fmt::format("{} {}", month, day.year);
}

std::string german_day(Date day) { return fmt::format("{}. {}", day.day, german_month(day)); }

// Puts `text` in the place of the word, as great or small as it was.
void replace(GermanToken& token, std::string text) {
  if (is_capital(token.text)) text[0] += 'A' - 'a';
  token.text = std::move(text);
  token.lower = utf8::lower(token.text);
}

void put_behind(GermanToken& token, const std::string& when) { token.text += " (" + when + ")"; }

std::string around_date(Date day) { return "um den " + german_day(day); }

// "gestern" -> "am 9. Juni 2026", "gestern Abend" -> "am Abend des 9. Juni 2026". "Nicht morgen" is
// no date.
void name_day(Tokens& tokens, std::size_t i, Date said) {
  const std::string_view before = lower_at(tokens, i, 1);
  if (before == "nicht") return;
  // "jeden Morgen" is a noun.
  if (is_capital(tokens[i].text) && i > 0) return;
  const auto day = std::find_if(tables::kGermanDays.begin(), tables::kGermanDays.end(),
                                [&](const auto& one) { return one.first == tokens[i].lower; });
  if (day == tables::kGermanDays.end()) return;
  // "seit gestern" has its preposition.
  std::string led = lists(tables::kGermanBeforeDays, before) ? "dem " : "am ";
  if (before == "für" || before == "auf") led = "den ";
  GermanToken& next = tokens[i + 1];
  if (lists(tables::kGermanPartsOfDay, next.lower) && led == "am ") {
    led += next.text + " des ";
    next.text = next.lower = next.before = "";
  }
  replace(tokens[i], led + german_day(add_days(said, day->second)));
}

// "letzte Woche" -> "um den 3. Juni 2026", "nächsten Monat" -> "im Juli 2026".
void name_span(Tokens& tokens, std::size_t i, Date said) {
  const int sign = sign_of(lower_at(tokens, i, 1));
  if (sign == 0) return;
  GermanToken& which = tokens[i - 1];
  if (tokens[i].lower == "woche") {
    replace(which, "um den");
    tokens[i].text = german_day(add_days(said, 7 * sign));
  } else if (tokens[i].lower == "jahr") {
    replace(which, "im");
    tokens[i].text = fmt::format("Jahr {}", said.year + sign);
  } else if (tokens[i].lower == "monat") {
    replace(which, "im");
    tokens[i].text = german_month(add_months(said, sign));
  }
}

// "freitag" and "freitagabend": 4.
std::optional<int> weekday_named(std::string_view lower) {
  if (lower == "sonnabend") return 5;
  for (std::size_t day = 0; day < tables::kGermanWeekdays.size(); ++day) {
    if (!lower.starts_with(tables::kGermanWeekdays[day])) continue;
    const std::string_view part = lower.substr(tables::kGermanWeekdays[day].size());
    if (part.empty() || lists(tables::kGermanPartsOfDay, part)) return static_cast<int>(day);
  }
  return std::nullopt;
}

// "bestanden", "umgezogen", "repariert": whether it may be one, told by its ends.
bool is_participle(const GermanToken& token) {
  std::string_view word = token.lower;
  if (is_capital(token.text) || !(word.ends_with("t") || word.ends_with("en"))) return false;
  if (word.ends_with("iert")) return true;
  for (const std::string_view prefix : tables::kGermanPrefixes) {
    if (!word.starts_with(prefix) || !word.substr(prefix.size()).starts_with("ge")) continue;
    word.remove_prefix(prefix.size());
    break;
  }
  constexpr std::size_t kShortest = 6;  // "gesagt"
  if (word.size() < kShortest) return false;
  return word.starts_with("ge") ||
         std::any_of(tables::kGermanBoundPrefixes.begin(), tables::kGermanBoundPrefixes.end(),
                     [&](std::string_view prefix) { return word.starts_with(prefix); });
}

struct Clause {
  std::size_t begin = 0, end = 0;
};

Clause clause_of(const Tokens& tokens, std::size_t i) {
  Clause clause{i, i + 1};
  while (clause.begin > 0 && !begins_clause(tokens[clause.begin])) --clause.begin;
  while (!begins_clause(tokens[clause.end])) ++clause.end;
  return clause;
}

// What the clause that the word at `i` stands in says of when it is.
GermanTense tense_at(const Tokens& tokens, std::size_t i) {
  const Clause clause = clause_of(tokens, i);
  bool has = false;
  bool is = false;
  bool done = false;
  bool gone = false;
  bool once = false;
  for (std::size_t k = clause.begin; k < clause.end; ++k) {
    const std::string& word = tokens[k].lower;
    if (lists(tables::kGermanPasts, word)) return GermanTense::kPast;
    if (lists(tables::kGermanFutures, word)) return GermanTense::kFuture;
    has = has || word == "habe" || word == "hab" || word == "hat" || word == "haben";
    is = is || word == "bin" || word == "ist" || word == "sind";
    const bool participle = is_participle(tokens[k]);
    done = done || participle;
    gone = gone ||
           (participle && std::any_of(tables::kGermanGone.begin(), tables::kGermanGone.end(),
                                      [&](std::string_view end) { return word.ends_with(end); }));
    once = once || lists(tables::kGermanOnce, word) || lists(tables::kGermanPlans, word);
  }
  if ((has && done) || (is && gone)) return GermanTense::kPast;
  return once ? GermanTense::kFuture : GermanTense::kOpen;
}

bool is_habit(const Tokens& tokens) {
  return std::any_of(tokens.begin(), tokens.end(), [](const GermanToken& token) {
    return lists(tables::kGermanHabits, token.lower);
  });
}

// The day of a weekday in the sentence, as it is put.
std::optional<std::string> day_meant(const Tokens& tokens, std::size_t i, int day, Date said) {
  const std::string_view before = lower_at(tokens, i, 1);
  const int back = (weekday(said) - day + 7) % 7;
  const Date last = add_days(said, back == 0 ? -7 : -back);
  const Date coming = add_days(said, 7 - back);
  if (lists(tables::kGermanBack, before)) return german_day(last);
  if (before.starts_with("nächste")) {
    // That of next week to most, and the coming one to some.
    const Date next = add_days(said, 7 - weekday(said) + day);
    return next == coming ? german_day(next) : around_date(next);
  }
  const GermanTense tense = tense_at(tokens, i);
  if (before == "diesen" || before == "dieser") {
    const bool to_come = day > weekday(said) && tense != GermanTense::kPast;
    return to_come ? std::optional(german_day(coming)) : std::nullopt;
  }
  if (is_habit(tokens)) return std::nullopt;
  if (before == "seit") return back == 0 ? std::nullopt : std::optional(german_day(last));
  if (lists(tables::kGermanAhead, before)) {
    if (tense == GermanTense::kPast && (before == "bis" || before == "ab")) return std::nullopt;
    return german_day(coming);
  }
  if (before != "am" || tense == GermanTense::kOpen) return std::nullopt;
  return german_day(tense == GermanTense::kPast ? last : coming);
}

// "am Freitag, dem 12. Juni"
bool is_dated(const Tokens& tokens, std::size_t i) {
  const std::string& next = tokens[i + 1].lower;
  const bool led = (next == "dem" || next == "den") && i + 2 < tokens.size();
  return has_digit(next) || (led && has_digit(tokens[i + 2].lower));
}

void name_weekday(Tokens& tokens, std::size_t i, Date said) {
  const auto day = weekday_named(tokens[i].lower);
  if (!day || is_dated(tokens, i)) return;
  if (const auto when = day_meant(tokens, i, *day, said)) put_behind(tokens[i], *when);
}

std::optional<int> german_number(std::string_view lower) {
  for (const auto& [name, number] : tables::kGermanSmallNumbers) {
    if (name == lower) return number;
  }
  constexpr std::size_t kMostDigits = 2;
  if (lower.empty() || lower.size() > kMostDigits ||
      lower.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  return std::stoi(std::string(lower));
}

// "in drei Tagen", "vor zwei Wochen", "vor einem Jahr".
void name_distance(Tokens& tokens, std::size_t i, Date said) {
  const std::string_view towards = lower_at(tokens, i, 2);
  const int sign = towards == "vor" ? -1 : 1;
  const auto number = german_number(lower_at(tokens, i, 1));
  if (!number || *number == 0 || (towards != "vor" && towards != "in")) return;
  // "in zwei Wochen geschafft": how long it took.
  if (sign > 0 && tense_at(tokens, i) == GermanTense::kPast) return;
  const std::string& unit = tokens[i].lower;
  const int count = sign * *number;
  if (unit == "tag" || unit == "tagen") {
    put_behind(tokens[i], german_day(add_days(said, count)));
  } else if (unit == "woche" || unit == "wochen") {
    put_behind(tokens[i], around_date(add_days(said, 7 * count)));
  } else if (unit == "monat" || unit == "monaten") {
    put_behind(tokens[i], german_month(add_months(said, count)));
  } else if (unit == "jahr" || unit == "jahren") {
    put_behind(tokens[i], fmt::format("um {}", said.year + count));
  }
}

}  // namespace

bool begins_clause(const GermanToken& token) {
  return token.text.empty() || token.before.find_first_of(",;:") != std::string::npos;
}

void name_dates(std::vector<GermanToken>& tokens, Date said) {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    name_day(tokens, i, said);
    name_span(tokens, i, said);
    name_weekday(tokens, i, said);
    name_distance(tokens, i, said);
  }
}

}  // namespace pyramid::engine::builtin
