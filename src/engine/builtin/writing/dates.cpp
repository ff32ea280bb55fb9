#include "engine/builtin/writing/dates.hpp"

#include "base/text.hpp"
#include "engine/builtin/writing/verbs.hpp"
#include "engine/text/language.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <vector>

namespace pyramid::engine::builtin::writing {
namespace {

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '\'' || c == '-' ||
         (static_cast<unsigned char>(c) & 0x80U) != 0;
}

std::string_view word_before(std::string_view text, std::size_t end) {
  std::size_t begin = end;
  while (begin > 0 && is_word(text[begin - 1])) --begin;
  return text.substr(begin, end - begin);
}
std::string_view word_at(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && is_word(text[end])) ++end;
  return text.substr(begin, end - begin);
}

template <std::size_t N>
bool one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<std::string_view, 13> kPrepositions = {
    "around", "on",   "in",  "by", "since", "until", "before",
    "after",  "from", "for", "of", "at",    "to"};
constexpr std::array<std::string_view, 17> kDateUnits = {
    "week",   "weekend", "month", "year",   "morning", "afternoon", "evening", "night", "spring",
    "summer", "autumn",  "fall",  "winter", "quarter", "semester",  "term",    "day"};
constexpr std::array<std::string_view, 7> kWeekdays = {
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};
constexpr std::array<std::string_view, 4> kSingles = {"today", "tonight", "yesterday", "tomorrow"};

int month_of(std::string_view name) {
  for (int month = 1; month <= 12; ++month) {
    if (name == month_name(month)) return month;
  }
  return 0;
}

// 2026-05-05 at `at`, standing alone.
std::optional<Date> iso_date(std::string_view text, std::size_t at) {
  if (at + 10 > text.size() || !is_digit(text[at])) return std::nullopt;
  const auto glued = [](char c) {
    return (is_word(c) && c != '\'') || c == '/' || c == '_' || c == '.' || c == ':';
  };
  if (at > 0 && glued(text[at - 1])) return std::nullopt;
  const std::size_t end = at + 10;
  if (end < text.size() && glued(text[end])) {
    const bool full_stop = text[end] == '.' && (end + 1 == text.size() || text[end + 1] == ' ');
    const bool colon = text[end] == ':' && (end + 1 == text.size() || text[end + 1] == ' ');
    if (!full_stop && !colon) return std::nullopt;
  }
  return parse_date(text.substr(at, 10));
}

std::string with_long_dates(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 8);
  for (std::size_t i = 0; i < text.size();) {
    if (const auto date = iso_date(text, i)) {
      out += format_date_long(*date);
      i += 10;
    } else {
      out += text[i++];
    }
  }
  return out;
}

// Up to six words that end at `end` with single blanks between them, last first.
std::vector<std::string_view> words_before(std::string_view text, std::size_t end) {
  std::vector<std::string_view> words;
  while (words.size() < 6) {
    const std::string_view word = word_before(text, end);
    if (word.empty()) break;
    words.push_back(word);
    end -= word.size();
    if (end == 0 || text[end - 1] != ' ') break;
    --end;
  }
  return words;
}

// How many of the words, last first, make a phrase that goes stale; 0 = none.
std::size_t stale_words(const std::vector<std::string_view>& words) {
  const auto word = [&](std::size_t i) { return i < words.size() ? words[i] : std::string_view(); };
  const std::string_view last = word(0);
  // the day before yesterday, the day after tomorrow
  if (last == "yesterday" && word(1) == "before" && word(2) == "day")
    return word(3) == "the" ? 4 : 3;
  if (last == "tomorrow" && word(1) == "after" && word(2) == "day") return word(3) == "the" ? 4 : 3;
  if (one_of(last, kSingles)) return 1;
  // last week, later this month, next Monday, last March; but not "the last week (of May)"
  if ((word(1) == "last" || word(1) == "this" || word(1) == "next") && word(2) != "the") {
    const bool part =
        word(2) == "earlier" || word(2) == "later" || word(2) == "early" || word(2) == "late";
    if (one_of(last, kDateUnits) || one_of(last, kWeekdays) || month_of(last) > 0)
      return part ? 3 : 2;
  }
  // yesterday evening, on Monday morning, on Monday
  const bool part_of_day =
      last == "morning" || last == "afternoon" || last == "evening" || last == "night";
  if (part_of_day && (one_of(word(1), kSingles) || one_of(word(1), kWeekdays))) {
    return word(2) == "on" ? 3 : 2;
  }
  if (one_of(last, kWeekdays)) return word(1) == "on" ? 2 : 1;
  // two weeks ago, a few days ago, a couple of months ago
  if (last == "ago") {
    if (word(2) == "few") return word(3) == "a" ? 4 : 3;
    if (word(2) == "of") return word(4) == "a" ? 5 : 0;
    return words.size() > 2 ? 3 : 0;
  }
  // in two weeks, in a few days
  const bool span = last == "days" || last == "weeks" || last == "months" || last == "years" ||
                    one_of(last, kDateUnits);
  if (span && word(2) == "in") return 3;
  if (span && word(1) == "few" && word(3) == "in") return 4;
  if (last == "now" || last == "recently" || last == "soon" || last == "currently") return 1;
  return 0;
}

// Where a phrase that goes stale begins, if one ends at `end` ("… since last week|").
std::optional<std::size_t> stale_phrase(std::string_view text, std::size_t end) {
  const std::vector<std::string_view> words = words_before(text, end);
  const std::size_t count = stale_words(words);
  if (count == 0 || count > words.size()) return std::nullopt;
  return static_cast<std::size_t>(words[count - 1].data() - text.data());
}

// "(around 2026-05-05)" at an opening bracket: what stands between the brackets, if a date.
std::optional<std::string_view> bracketed_date(std::string_view text, std::size_t open) {
  const std::size_t close = text.find(')', open);
  if (close == std::string_view::npos || close - open > 40) return std::nullopt;
  const std::string_view inside = text.substr(open + 1, close - open - 1);
  const std::string_view first = word_at(inside, 0);
  const std::size_t rest = one_of(first, kPrepositions) ? first.size() + 1 : 0;
  if (rest >= inside.size()) return std::nullopt;
  if (iso_date(inside, rest)) return inside;
  // A month, a season or a year: capitals and digits, the year last.
  const bool year = inside.size() >= 4 && std::all_of(inside.end() - 4, inside.end(), is_digit);
  const char initial = inside[rest];
  const bool named = (initial >= 'A' && initial <= 'Z') || is_digit(initial);
  const std::string_view part = word_at(inside, rest);
  const bool vague = part == "early" || part == "mid" || part == "late" || part == "spring" ||
                     part == "summer" || part == "autumn" || part == "winter";
  return year && (named || vague) ? std::optional(inside) : std::nullopt;
}

// "the evening of " for "tomorrow evening" and "tonight"; else "".
std::string part_of_day(std::string_view phrase) {
  for (const std::string_view part : {"morning", "afternoon", "evening", "night"}) {
    const std::size_t end = phrase.find_last_not_of(' ') + 1;
    if (phrase.substr(0, end).ends_with(part)) return "the " + std::string(part) + " of ";
  }
  return {};
}

// Appends `date` ("2026-05-11", "around 2026-05-11", "in May 2026") with the preposition that it
// needs there: none of its own behind "since" or "by".
void append_date(std::string& out, std::string_view date, const std::string& part) {
  const std::string_view before = out.size() < 2 ? "" : word_before(out, out.size() - 1);
  std::string preposition(word_at(date, 0));
  if (one_of(preposition, kPrepositions)) {
    date.remove_prefix(preposition.size() + 1);
  } else {
    preposition = iso_date(date, 0) ? "on" : "in";
  }
  const bool exact = preposition == "on" || preposition == "in";
  const bool bare = one_of(before, kPrepositions) && (exact || preposition == before);
  std::string text = bare ? std::string() : preposition + " ";
  if (iso_date(date, 0)) text += part;
  text += date;
  if (out.empty()) text[0] = upper(text[0]);
  out += text;
}

// Replaces "<stale phrase> (<date>)" by the date; the bracket of any other date stays.
std::string resolve_brackets(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '(' || i == 0 || text[i - 1] != ' ') {
      out += text[i];
      continue;
    }
    const auto inside = bracketed_date(text, i);
    const auto phrase = inside ? stale_phrase(out, out.size() - 1) : std::nullopt;
    if (!phrase) {
      out += text[i];
      continue;
    }
    // "yesterday evening (2026-05-11)" and "yesterday (2026-05-11) evening"
    std::string part = part_of_day(std::string_view(out).substr(*phrase));
    i += inside->size() + 1;
    if (part.empty() && i + 1 < text.size() && text[i + 1] == ' ') {
      const std::string_view next = word_at(text, i + 2);
      part = part_of_day(next);
      if (!part.empty()) i += next.size() + 1;
    }
    out.resize(*phrase);
    append_date(out, *inside, part);
  }
  return out;
}

std::string month_and_year(Date date) {
  return std::string(month_name(date.month)) + " " + std::to_string(date.year);
}

// The date of "yesterday" and its like, said on `said`, where no bracket gives it.
std::optional<std::string> resolve_phrase(std::string_view phrase, Date said) {
  if (phrase == "last night") return format_date(add_days(said, -1));
  if (phrase == "this morning" || phrase == "this afternoon" || phrase == "this evening") {
    return format_date(said);
  }
  const std::string_view first = phrase.substr(0, phrase.find(' '));
  if (first == "today" || first == "tonight") return format_date(said);
  if (first == "yesterday") return format_date(add_days(said, -1));
  if (first == "tomorrow") return format_date(add_days(said, 1));
  if (phrase == "last week") return "around " + format_date(add_days(said, -7));
  if (phrase == "next week") return "around " + format_date(add_days(said, 7));
  if (phrase == "this week") return "around " + format_date(said);
  if (phrase == "last month") return month_and_year(add_months(said, -1));
  if (phrase == "this month") return month_and_year(said);
  if (phrase == "next month") return month_and_year(add_months(said, 1));
  if (phrase == "last year") return std::to_string(said.year - 1);
  if (phrase == "this year") return std::to_string(said.year);
  if (phrase == "next year") return std::to_string(said.year + 1);
  return std::nullopt;
}

// "next Friday" could be two dates, "a few years ago" many: such a phrase needs its day beside it.
bool cannot_stay(std::string_view phrase) {
  const std::string_view first = phrase.substr(0, phrase.find(' '));
  return first == "next" || first == "last" || first == "this" || phrase.ends_with(" ago");
}

std::string resolve_phrases(std::string_view text, Date said) {
  std::string out;
  bool noted = false;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view word = word_at(text, i);
    if (word.empty()) {
      out += text[i++];
      continue;
    }
    out += word;
    i += word.size();
    if (i < text.size() && text[i] == '(') continue;
    // Only where no longer phrase goes on ("this week's", "this morning routine" stay).
    const auto begin = stale_phrase(out, out.size());
    if (!begin) continue;
    const std::string_view phrase = std::string_view(out).substr(*begin);
    const std::string_view next = i < text.size() && text[i] == ' ' ? word_at(text, i + 1) : "";
    if (phrase == "yesterday" || phrase == "tomorrow") {
      if (next == "morning" || next == "afternoon" || next == "evening" || next == "night")
        continue;
    }
    // "User's last day at Harbour" is no day counted from when it was said.
    if (next == "of" || phrase == "last day" || phrase == "last days") continue;
    const auto date = resolve_phrase(phrase, said);
    if (!date) {
      if (!noted && cannot_stay(phrase)) {
        noted = true;
        out += " (said on " + format_date(said) + ")";
      }
      continue;
    }
    const std::string part = part_of_day(phrase);
    out.resize(*begin);
    append_date(out, *date, part);
  }
  return out;
}

// "User now lives" -> "User lives", "User just moved" -> "User moved"; "until now", "not currently"
// stay.
std::string drop_fading_adverbs(std::string_view text) {
  static constexpr std::array<std::string_view, 5> kFading = {"currently", "recently", "now",
                                                              "presently", "nowadays"};
  static constexpr std::array<std::string_view, 20> kHolding = {
      "until", "for",   "by", "from", "right", "more",  "most", "very", "just", "only",
      "even",  "every", "up", "as",   "than",  "since", "and",  "not",  "or",   "till"};
  std::string out;
  std::size_t i = 0;
  while (i < text.size()) {
    const std::string_view word = word_at(text, i);
    if (word.empty()) {
      out += text[i++];
      continue;
    }
    const std::size_t end = i + word.size();
    const std::string_view before = out.size() > 1 ? word_before(out, out.size() - 1) : "";
    const bool inside = i > 0 && text[i - 1] == ' ' && !before.empty() && end + 1 < text.size() &&
                        text[end] == ' ' && is_word(text[end + 1]);
    const bool just = word == "just" && inside && i > 0 &&
                      read_verb(word_at(text, end + 1)).form == VerbForm::kPast;
    if ((one_of(word, kFading) || just) && inside && !one_of(before, kHolding) &&
        !before.ends_with("n't") && word_at(text, end + 1) != "and") {
      i = end + 1;
      continue;
    }
    out += word;
    i = end;
  }
  return out;
}

std::optional<int> number(std::string_view digits) {
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

}  // namespace

std::string settle_dates(std::string_view sentence, LocalTime said) {
  const std::string settled = resolve_phrases(resolve_brackets(sentence), date_of(said));
  return with_long_dates(drop_fading_adverbs(settled));
}

std::optional<Date> last_date_in(std::string_view sentence) {
  std::optional<Date> last;
  const std::vector<Word> all = words(sentence);
  for (std::size_t i = 1; i + 1 < all.size(); ++i) {
    const int month = month_of(all[i].text);
    const auto year = number(all[i + 1].text);
    if (month == 0 || !year || *year < 1000) continue;
    const auto day = number(all[i - 1].text);
    const int length = days_in_month(*year, month);
    const Date date{*year, month, day && *day >= 1 && *day <= length ? *day : length};
    if (!last || *last < date) last = date;
  }
  return last;
}

bool tells_time(std::string_view sentence) {
  static constexpr std::array<std::string_view, 16> kTimes = {
      "when", "after", "before", "since",  "until",  "ago",   "while",      "once",
      "born", "grew",  "ever",   "during", "decade", "years", "originally", "formerly"};
  for (std::size_t i = 0; i < sentence.size(); ++i) {
    if (!is_word(sentence[i])) continue;
    const std::string_view word = word_at(sentence, i);
    i += word.size();
    if (one_of(word, kTimes) || one_of(word, kWeekdays) || month_of(word) > 0) return true;
    const bool year = word.size() == 4 && std::all_of(word.begin(), word.end(), is_digit) &&
                      (word.starts_with("19") || word.starts_with("20"));
    if (year || iso_date(word, 0)) return true;
  }
  return false;
}

std::string name_time(Date date, Grain grain, int told_year) {
  std::string out;
  if (grain == Grain::kDay) out = std::to_string(date.day) + " ";
  if (grain == Grain::kMonthPart) {
    out = date.day <= 10 ? "early " : date.day <= 20 ? "mid " : "late ";
  }
  out += month_name(date.month);
  if (date.year != told_year) out += " " + std::to_string(date.year);
  return out;
}

std::optional<LeadIn> read_lead_in(std::string_view sentence, int told_year) {
  for (const std::string_view word : {"As of ", "By "}) {
    const std::size_t comma = sentence.find(", ");
    if (!sentence.starts_with(word) || comma == std::string_view::npos || comma > 32) continue;
    const std::vector<std::string_view> parts =
        split(sentence.substr(word.size(), comma - word.size()), ' ');
    std::size_t next = 0;
    int day = 15;
    if (parts[0] == "early" || parts[0] == "mid" || parts[0] == "late") {
      day = parts[0] == "early" ? 5 : parts[0] == "mid" ? 15 : 25;
      next = 1;
    } else if (const auto exact = number(parts[0]); exact && *exact >= 1 && *exact <= 31) {
      day = *exact;
      next = 1;
    }
    if (next >= parts.size() || parts.size() > next + 2) return std::nullopt;
    const int month = month_of(parts[next]);
    if (month == 0) return std::nullopt;
    int year = told_year;
    if (next + 1 < parts.size()) {
      const auto told = number(parts[next + 1]);
      if (!told || *told < 1 || *told > 9999) return std::nullopt;
      year = *told;
    }
    if (year == 0) return std::nullopt;
    return LeadIn{std::string(word.substr(0, word.size() - 1)),
                  Date{year, month, std::min(day, days_in_month(year, month))},
                  std::string(sentence.substr(comma + 2))};
  }
  return std::nullopt;
}

}  // namespace pyramid::engine::builtin::writing
