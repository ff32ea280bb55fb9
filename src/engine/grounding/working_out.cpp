#include "engine/grounding/working_out.hpp"

#include "engine/grounding/alike.hpp"
#include "engine/grounding/moments.hpp"
#include "engine/grounding/persons.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace pyramid::engine::grounding {

namespace {

template <typename Items, typename Test>
bool any_sum(const Items& items, const Test& test) {
  return std::any_of(items.begin(), items.end(), test);
}

template <typename Test>
bool any_moment(const Facts& facts, const Test& test) {
  return any_sum(facts.all, [&](const Fact& fact) { return any_sum(fact.clause.moments, test); });
}

bool says(const Said& said, std::uint32_t stem) {
  return std::find(said.stems.begin(), said.stems.end(), stem) != said.stems.end();
}

// "turns three on 3 May 2026", of somebody born on 3 May 2023.
bool is_anniversary(const Moment& claim, const Said& said, const Facts& facts) {
  return any_sum(said.amounts, [&](const Amount* amount) {
    return any_moment(facts, [&](const Moment& fact) {
      Moment then = fact;
      then.year += static_cast<int>(std::min(amount->value, 200.0));
      return fact.year != 0 && amount->value >= 1 && follows(claim, then);
    });
  });
}

// "born in 1954", of somebody who turned 72 in 2026.
bool is_birth(const Moment& claim, const Said& said, const Facts& facts, Words& words) {
  if (claim.year == 0 || claim.month != 0 || !says(said, words.fixed().born->stem)) return false;
  for (const Fact& fact : facts.all) {
    const int year = date_of(facts.spans[fact.source].end).year;
    for (const Amount& amount : fact.clause.amounts) {
      if (amount.unit == 0 && amount.noun != 0) continue;
      if (same_value(year - amount.value, claim.year)) return true;
    }
  }
  return false;
}

// When it was said stands for when it was, where the words tell no other time.
bool is_when_said(const Moment& claim, const Facts& facts, const Cover& cover) {
  constexpr double kHalf = 0.5;
  for (std::size_t i = 0; i < facts.all.size(); ++i) {
    const Fact& fact = facts.all[i];
    if (!fact.clause.moments.empty() || cover.share(i, fact.clause, {}, &claim) < kHalf) continue;
    const Source& span = facts.spans[fact.source];
    const Date day = date_of(span.end);
    const bool one_day = span.start == span.end;
    if (one_day && follows(claim, Moment{day.year, day.month, day.day})) return true;
    if (!one_day && claim.day == 0 && touches(claim, span.start, span.end)) return true;
  }
  return false;
}

template <typename List>
bool has_word(const std::vector<std::uint32_t>& ids, const List& list) {
  return any_sum(list, [&](const Word* word) {
    return std::find(ids.begin(), ids.end(), word->id) != ids.end();
  });
}

LocalTime newest_of(const Facts& facts) {
  LocalTime newest = facts.spans.front().end;
  for (const Source& span : facts.spans) newest = std::max(newest, span.end);
  return newest;
}

// How many units lie between two moments that are told as far as the unit needs; nullopt: they are
// not.
std::optional<double> length_of(std::uint8_t unit, const Moment& from, const Moment& to,
                                const Words::Fixed& known) {
  constexpr double kWeek = 7;
  constexpr double kYear = 12;
  if (from.year == 0 || to.year == 0) return std::nullopt;
  if (unit == known.year->unit && (from.month == 0 || to.month == 0)) return to.year - from.year;
  if (unit == known.year->unit || unit == known.month->unit) {
    if (from.month == 0 || to.month == 0) return std::nullopt;
    const double day = from.day != 0 && to.day != 0 ? (to.day - from.day) / 31.0 : 0;
    const double months = kYear * (to.year - from.year) + (to.month - from.month) + day;
    return unit == known.year->unit ? months / kYear : months;
  }
  if (!is_full(from) || !is_full(to)) return std::nullopt;
  const auto days = static_cast<double>(day_number(Date{to.year, to.month, to.day}) -
                                        day_number(Date{from.year, from.month, from.day}));
  if (unit == known.day->unit) return days;
  if (unit == known.week->unit) return days / kWeek;
  return std::nullopt;
}

// As people tell a length: the whole units in it, or the nearest number of them; with "almost" the
// next one.
bool is_told_length(double claim, double length, bool nearly) {
  constexpr double kHalf = 0.5;
  if (length <= 0) return false;
  if (nearly) return same_value(claim, std::ceil(length));
  const bool nearest =
      same_value(claim, std::round(length)) && std::abs(claim - length) < kHalf / 2;
  return same_value(claim, std::floor(length)) || nearest;
}

// "two years ago", "for three years": from a day that a source tells beside the same until the
// newest source, or between two days that it tells.
bool is_time_since(const Amount& claim, const Clause& clause, const Facts& facts,
                   const Cover& cover, Words& words) {
  constexpr double kThird = 0.3;
  const Words::Fixed& known = words.fixed();
  if (claim.ordinal || claim.rate != 0 || facts.spans.empty()) return false;
  if (!has_word(clause.words, known.lasted)) return false;
  const Date newest = date_of(newest_of(facts));
  const Moment now{newest.year, newest.month, newest.day};
  for (std::size_t i = 0; i < facts.all.size(); ++i) {
    const Clause& fact = facts.all[i].clause;
    if (cover.share(i, fact, {}, &claim) < kThird) continue;
    for (const Moment& from : fact.moments) {
      if (const auto length = length_of(claim.unit, from, now, known)) {
        if (is_told_length(claim.value, *length, clause.nearly)) return true;
      }
      for (const Moment& to : fact.moments) {
        const auto length = length_of(claim.unit, from, to, known);
        if (length && is_told_length(claim.value, *length, clause.nearly)) return true;
      }
    }
  }
  return false;
}

bool is_between(const Amount& claim, const Clause& a, const Clause& b, const Words::Fixed& known) {
  constexpr double kWeek = 7;
  for (const Moment& from : a.moments) {
    for (const Moment& to : b.moments) {
      if (!is_full(from) || !is_full(to)) continue;
      const auto days = static_cast<double>(day_number(Date{to.year, to.month, to.day}) -
                                            day_number(Date{from.year, from.month, from.day}));
      if (days <= 0 || claim.ordinal) continue;
      const bool in_days = claim.unit == known.day->unit || claim.unit == known.night->unit;
      if (!in_days && claim.unit != known.week->unit) continue;
      for (const double span : {days, days + 1}) {
        if (same_value(claim.value, in_days ? span : span / kWeek)) return true;
      }
    }
  }
  return false;
}

// How long something took.
bool is_span(const Amount& claim, const Facts& facts, const Words::Fixed& known) {
  for (const Fact& a : facts.all) {
    for (const Fact& b : facts.all) {
      if (a.source != b.source || a.sentence != b.sentence) continue;
      if (is_between(claim, a.clause, b.clause, known)) return true;
    }
  }
  return false;
}

bool is_age(const Amount& claim, const Said& said, const Facts& facts, const Words::Fixed& known) {
  if (claim.unit != 0 && claim.unit != known.year->unit) return false;
  return any_sum(said.moments, [&](const Moment* then) {
    return then->year != 0 && any_moment(facts, [&](const Moment& fact) {
             return fact.year != 0 && fact.year < then->year &&
                    same_value(then->year - fact.year, claim.value);
           });
  });
}

// "User is 38 years old", "User is 38": not how long or how much, and of no other time than now.
bool tells_age_now(const Amount& claim, const Clause& clause, const Said& said,
                   const Words::Fixed& known) {
  if (claim.ordinal || claim.rate != 0) return false;
  if (any_sum(said.moments, [](const Moment* then) { return !then->lead_in; })) return false;
  if (has_word(clause.words, known.aged)) return claim.unit == 0 || claim.unit == known.year->unit;
  const bool says_more = any_sum(clause.stems, [&](std::uint32_t stem) {
    return !any_sum(clause.names, [&](const Name& name) { return name.stem == stem; }) &&
           !any_sum(clause.kin, [&](const Kin& kin) { return kin.stem == stem; });
  });
  return claim.unit == 0 && claim.noun == 0 && clause.verb == 0 && !says_more;
}

// How old somebody is on a day who was born then: two numbers where the birthday is not known.
bool is_age_on(double claim, const Moment& birth, const Date& day) {
  const int years = day.year - birth.year;
  const bool later = birth.month > day.month || (birth.month == day.month && birth.day > day.day);
  const bool unknown = birth.month == 0 || (birth.month == day.month && birth.day == 0);
  return same_value(claim, later ? years - 1 : years) || (unknown && same_value(claim, years - 1));
}

// As of the newest source, from a birth that one of them tells.
bool is_age_now(const Amount& claim, const Clause& clause, const Said& said, const Facts& facts,
                const Words::Fixed& known) {
  if (facts.spans.empty() || !tells_age_now(claim, clause, said, known)) return false;
  const Date day = date_of(newest_of(facts));
  return any_sum(facts.all, [&](const Fact& fact) {
    return has_word(fact.clause.words, known.births) && is_of_same_person(clause, fact.clause) &&
           any_sum(fact.clause.moments, [&](const Moment& birth) {
             return birth.year != 0 && is_age_on(claim.value, birth, day);
           });
  });
}

double total(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

bool is_total(double claim, const std::vector<double>& values) {
  return values.size() > 1 && same_value(claim, total(values));
}

bool is_of_two(double claim, const std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = i + 1; j < values.size(); ++j) {
      if (same_value(claim, values[i] + values[j])) return true;
    }
  }
  return false;
}

// What is told of several things that the sentence names: "12 kilometres on Mondays and 8 on
// Fridays" is 20 a week; shoes for 40 euros and socks for 15 are 55 together; three nieces and a
// nephew are four nieces and nephews.
bool is_sum(const Amount& claim, const Said& said, const Facts& facts) {
  if (claim.ordinal || (claim.unit == 0 && claim.noun == 0)) return false;
  std::vector<double> all;
  for (const Fact& fact : facts.all) {
    if (!any_sum(fact.clause.stems, [&](std::uint32_t stem) { return says(said, stem); })) continue;
    std::vector<double> of_clause;
    for (const Amount& one : fact.clause.amounts) {
      const bool rates_apart = one.rate != 0 && claim.rate != 0 && one.rate != claim.rate;
      if (one.ordinal || one.unit != claim.unit || rates_apart) continue;
      if (claim.unit == 0 && !says(said, one.noun)) continue;
      of_clause.push_back(one.value);
    }
    if (is_total(claim.value, of_clause)) return true;
    all.insert(all.end(), of_clause.begin(), of_clause.end());
  }
  if (claim.unit != 0 && !said.adds_up) return false;
  return is_total(claim.value, all) || (said.adds_up && is_of_two(claim.value, all));
}

}  // namespace

bool touches_any(const Moment& claim, const Facts& facts) {
  return any_sum(facts.spans,
                 [&](const Source& span) { return touches(claim, span.start, span.end); });
}

bool is_worked_out(const Moment& claim, const Said& said, const Facts& facts, const Cover& cover,
                   Words& words) {
  if (claim.lead_in && touches_any(claim, facts)) return true;
  if (is_anniversary(claim, said, facts) || is_birth(claim, said, facts, words)) return true;
  if (claim.weekday >= 0 && !is_full(claim) && claim.month == 0) return false;
  return is_when_said(claim, facts, cover);
}

bool is_worked_out(const Amount& claim, const Clause& clause, const Said& said, const Facts& facts,
                   const Cover& cover, Words& words) {
  constexpr double kMostListed = 12;
  const bool counts_names = !claim.ordinal && claim.unit == 0 && claim.value <= kMostListed &&
                            same_value(claim.value, static_cast<double>(said.listed));
  const Words::Fixed& known = words.fixed();
  return counts_names || is_span(claim, facts, known) || is_age(claim, said, facts, known) ||
         is_time_since(claim, clause, facts, cover, words) ||
         is_age_now(claim, clause, said, facts, known) || is_sum(claim, said, facts);
}

}  // namespace pyramid::engine::grounding
