#include "base/sentence_end.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace pyramid {

namespace {

// What is looked up in these tables is lower case, without its last stop.

// Stand before what they belong to, whatever it begins with.
constexpr auto kBeforeNames = std::to_array<std::string_view>(
    {"approx",   "arq",   "avv",   "bspw",     "bzgl",  "bzw",  "ca",    "capt", "cf",     "cnel",
     "d.h",      "dipl",  "dott",  "dott.ssa", "dr",    "dra",  "dras",  "dres", "drs",    "dña",
     "e.g",      "eng",   "evtl",  "excma",    "excmo", "exkl", "exma",  "exmo", "fa",     "gen",
     "geom",     "ggf",   "gov",   "gral",     "i.e",   "ilma", "ilmo",  "ing",  "inkl",   "lic",
     "licda",    "licdo", "lt",    "mgr",      "mio",   "mlle", "mlles", "mme",  "mmes",   "mons",
     "mr",       "mrd",   "mrs",   "ms",       "mt",    "mtra", "mtro",  "mx",   "pbro",   "prof",
     "prof.ssa", "profa", "profs", "rev",      "rvda",  "rvdo", "sgt",   "sig",  "sig.na", "sig.ra",
     "sigg",     "sog",   "sr",    "sra",      "sras",  "sres", "srs",   "srta", "srtas",  "st",
     "u.a",      "vgl",   "vs",    "z.b",      "zzgl"});
// Stand before a number.
constexpr auto kBeforeNumbers = std::to_array<std::string_view>(
    {"apr",  "aug", "dec", "dez", "feb", "fig", "geb", "jan",  "jul", "jun", "mar",
     "mind", "no",  "nov", "nr",  "oct", "okt", "sep", "sept", "str", "tel", "vol"});
// End a sentence where another begins.
constexpr auto kOthers = std::to_array<std::string_view>(
    {"ave", "blvd", "co", "etc", "ft", "inc", "jr", "ltd", "mi", "ph.d", "rd"});

// Behind a day with its full stop: "am 3. Oktober", "12. May".
constexpr auto kMonths = std::to_array<std::string_view>(
    {"april",    "aug",     "august", "december", "dez",      "dezember", "feb",      "februar",
     "february", "jan",     "januar", "january",  "juli",     "july",     "june",     "juni",
     "jänner",   "mai",     "march",  "may",      "märz",     "nov",      "november", "october",
     "okt",      "oktober", "sep",    "sept",     "september"});
// In front of an ordinal: "im 3. Stock", "der 5. Geburtstag".
constexpr auto kBeforeOrdinals = std::to_array<std::string_view>(
    {"ab",  "am",   "beim",   "bis",    "das",  "dem",  "den",   "der",     "die", "ihr", "im",
     "ins", "mein", "meinem", "meinen", "sein", "seit", "unser", "unserem", "vom", "zum", "zur"});
// How a German sentence begins, but no noun behind an ordinal.
constexpr auto kGermanOpeners = std::to_array<std::string_view>(
    {"aber", "also", "am",   "an",    "auch", "bei",   "da",     "danach", "dann", "das",
     "der",  "die",  "dort", "du",    "ein",  "eine",  "er",     "es",     "ich",  "ihr",
     "im",   "in",   "mein", "meine", "sie",  "unser", "unsere", "was",    "wenn", "wir"});

// Between the mark and the blank behind it; before the first letter of a sentence.
constexpr auto kClosing = std::to_array<std::string_view>(
    {"\"", "'", ")", "]", "*", "_", "”", "’", "»", "」", "』", "）"});
constexpr auto kOpening =
    std::to_array<std::string_view>({"\"", "'", "(", "[", "*", "_", "“", "„", "‘", "«", "¿", "¡"});
constexpr auto kMarks = std::to_array<std::string_view>({".", "!", "?", "…"});
constexpr auto kWideMarks = std::to_array<std::string_view>({"。", "！", "？"});

// Bytes that what ends a sentence may end with.
constexpr std::array<bool, 256> kMayEnd = [] {
  std::array<bool, 256> may{};
  const auto add = [&may](const auto& list) {
    for (const std::string_view one : list) may[static_cast<unsigned char>(one.back())] = true;
  };
  add(kClosing);
  add(kMarks);
  add(kWideMarks);
  return may;
}();

template <typename List>
bool contains(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

template <typename List>
std::size_t size_at_end(std::string_view text, const List& list) {
  for (const std::string_view one : list) {
    if (text.ends_with(one)) return one.size();
  }
  return 0;
}

template <typename List>
std::size_t size_at_begin(std::string_view text, const List& list) {
  for (const std::string_view one : list) {
    if (text.starts_with(one)) return one.size();
  }
  return 0;
}

std::string_view without_closing(std::string_view text) {
  while (const std::size_t size = size_at_end(text, kClosing)) text.remove_suffix(size);
  return text;
}

std::string_view without_blanks_behind(std::string_view text) {
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// The last word of `text` as it is written, inner stops included: "p.m", "3".
std::string_view last_word(std::string_view text) {
  std::size_t begin = text.size();
  while (begin > 0) {
    const auto c = static_cast<unsigned char>(text[begin - 1]);
    if (c != '.' && c < 0x80 && !utf8::is_letter(c) && !utf8::is_digit(c)) break;
    --begin;
  }
  return text.substr(begin);
}

// The first one behind blanks and opening marks.
std::string_view first_word(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  while (const std::size_t size = size_at_begin(text, kOpening)) text.remove_prefix(size);
  std::size_t end = 0;
  while (end < text.size()) {
    std::size_t next = end;
    const char32_t c = utf8::next(text, next);
    if (!utf8::is_letter(c) && !utf8::is_digit(c)) break;
    end = next;
  }
  return text.substr(0, end);
}

// Not so of scripts without case, which stand behind the Armenian one.
bool begins_lower(std::string_view word) {
  constexpr char32_t kBehindCases = 0x590;
  if (word.empty()) return false;
  std::size_t at = 0;
  const char32_t first = utf8::next(word, at);
  return first < kBehindCases && utf8::is_letter(first) && !utf8::is_upper(first);
}

bool begins_with_digit(std::string_view word) { return is_all_digits(word.substr(0, 1)); }

// "d.c", "u.s": letters with their stops.
bool is_initials(std::string_view lower) {
  if (lower.size() < 3 || lower.size() % 2 == 0) return false;
  for (std::size_t i = 0; i < lower.size(); ++i) {
    const bool letter = lower[i] >= 'a' && lower[i] <= 'z';
    if (i % 2 == 0 ? !letter : lower[i] != '.') return false;
  }
  return true;
}

// Whether the number that `before` ends with, with the stop behind it, is an ordinal: "am 3.
// Oktober", "im 3. Stock".
bool is_ordinal(std::string_view before, std::string_view number, std::string_view written) {
  constexpr std::size_t kMostDigits = 2;
  if (!is_all_digits(number) || number.size() > kMostDigits || written.empty()) return false;
  const std::string next = utf8::lower(written);
  if (contains(kMonths, next)) return true;
  before.remove_suffix(number.size());
  before = without_blanks_behind(before);
  const std::string front = utf8::lower(last_word(before));
  // "am 5. 6. 2027"
  const bool day = front.size() > 1 && front.back() == '.' && begins_with_digit(front);
  if (day && begins_with_digit(written)) return true;
  if (!contains(kBeforeOrdinals, front)) return false;
  if (front == "am") {  // "I am 34. we met" is no German
    before.remove_suffix(front.size());
    if (utf8::lower(last_word(without_blanks_behind(before))) == "i") return false;
  }
  return begins_lower(written) || begins_with_digit(written) || !contains(kGermanOpeners, next);
}

// Whether `before`, without its stop, is the mark of a list's item: "1. First".
bool is_list_mark(std::string_view before) {
  const std::string_view number = last_word(before);
  if (!is_all_digits(number)) return false;
  before.remove_suffix(number.size());
  before = without_blanks_behind(before);
  return before.empty() || before.back() == '\n';
}

// "XK-900", "A4": what stands for a number.
bool is_code(std::string_view behind) {
  behind.remove_prefix(std::min(behind.find_first_not_of(" \t"), behind.size()));
  const std::string_view code = behind.substr(0, behind.find_first_of(" \t\r\n"));
  return code.find_first_of("0123456789") != std::string_view::npos;
}

// Whether the stop between `before` and the word `next`, with which `behind` begins, belongs to the
// word before it.
bool is_of_word(std::string_view before, std::string_view next, std::string_view behind) {
  const std::string_view written = last_word(before);
  const std::string word = utf8::lower(written);
  const bool letter = word.size() == 1 && word[0] >= 'a' && word[0] <= 'z';
  if (letter && word != "i") return true;
  if (is_ordinal(before, written, next)) return true;
  if (contains(kBeforeNames, word)) return true;
  const bool number = begins_with_digit(next) || is_code(behind);
  if (number && (contains(kBeforeNumbers, word) || word.ends_with("str"))) return true;
  const bool is_short = contains(kBeforeNumbers, word) || contains(kOthers, word);
  return begins_lower(next) && (is_short || is_initials(word));
}

// Whether the sentence whose mark `before` ends with goes on behind the blank.
bool goes_on(std::string_view before, std::string_view behind, LowerCase lower_case) {
  const std::size_t content = behind.find_first_not_of(" \t");
  if (content == std::string_view::npos) return false;
  const bool stop = before.ends_with('.') && !before.ends_with("..");
  const std::string_view bare = before.substr(0, before.size() - 1);
  if (stop && lower_case == LowerCase::kGoesOn && is_list_mark(bare)) return true;
  if (behind[content] == '\n' || behind[content] == '\r') return false;
  const std::string_view next = first_word(behind);
  if (lower_case == LowerCase::kGoesOn && begins_lower(next)) return true;
  return stop && is_of_word(bare, next, behind);
}

// Whether `at` lies in words that are quoted with whose they are, or are all of a line: `Ana: "We
// moved. I like it."` and `- "We moved. I like it."` are one sentence.
bool is_in_quotation(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const std::size_t open = before.rfind('"');
  if (open == std::string_view::npos) return false;
  const std::string_view front = before.substr(0, open);
  const std::string_view line = front.substr(front.rfind('\n') + 1);
  const bool is_all = line.empty() || line == "- ";
  if (!is_all && (line.size() < 3 || !line.ends_with(": "))) return false;
  if (before.find('\n', open) != std::string_view::npos) return false;
  return text.find('"', at) < text.find('\n', at);
}

}  // namespace

bool sentence_ends(std::string_view text, std::size_t at, LowerCase lower_case) {
  if (at == 0 || !kMayEnd[static_cast<unsigned char>(text[at - 1])]) return false;
  const std::string_view behind = text.substr(at);
  const bool apart = behind.empty() || is_blank(behind.front());
  const std::string_view before = without_closing(text.substr(0, at));
  if (size_at_end(before, kWideMarks) > 0) {
    return size_at_begin(behind, kWideMarks) + size_at_begin(behind, kClosing) == 0 &&
           !is_in_quotation(text, at);
  }
  return apart && size_at_end(before, kMarks) > 0 && !goes_on(before, behind, lower_case) &&
         !is_in_quotation(text, at);
}

}  // namespace pyramid
