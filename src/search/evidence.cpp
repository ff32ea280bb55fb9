#include "search/evidence.hpp"

#include "base/utf8.hpp"
#include "engine/text/language.hpp"
#include "search/is_one_of.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace pyramid::search {

namespace {

using Words = std::vector<std::string>;

constexpr double kMost = 0.75;  // part of the words of a turn, or of what was taken from it

Words lower_words(std::string_view text) {
  Words words;
  for (const engine::Word& word : engine::words(text)) words.push_back(utf8::lower(word.text));
  return words;
}

bool is_year(std::string_view word) {
  return word.size() == 4 && (word.starts_with("19") || word.starts_with("20")) &&
         word.find_first_not_of("0123456789") == std::string_view::npos;
}

// "may" is left out: mostly it is a verb.
constexpr std::array<std::string_view, 23> kTimes = {
    "yesterday", "today",  "tonight",  "tomorrow", "ago",      "monday",   "tuesday",  "wednesday",
    "thursday",  "friday", "saturday", "sunday",   "january",  "february", "march",    "april",
    "june",      "july",   "august",   "october",  "november", "december", "september"};
constexpr std::array<std::string_view, 5> kBeforeUnits = {"last", "next", "this", "past", "few"};
constexpr std::array<std::string_view, 12> kUnits = {"morning", "night",  "week",   "weekend",
                                                     "weeks",   "month",  "months", "year",
                                                     "years",   "summer", "winter", "spring"};

constexpr std::array<std::string_view, 18> kOneself = {
    "i",  "i'm",   "i've",  "i'd",  "i'll",  "me", "my",  "mine", "myself",
    "we", "we're", "we've", "we'd", "we'll", "us", "our", "ours", "ourselves"};
constexpr std::array<std::string_view, 8> kTheOther = {"you",    "you're", "you've", "you'd",
                                                       "you'll", "your",   "yours",  "yourself"};

// In the middle of a sentence; behind a comma it is mostly whom one speaks to ("Thanks, Ana").
bool is_name(std::string_view sentence, const engine::Word& word) {
  if (word.begin == 0 || !engine::is_capital(word.text)) return false;
  const std::size_t before = sentence.find_last_not_of(' ', word.begin - 1);
  return before != std::string_view::npos && sentence[before] != ',';
}

bool is_latin(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

struct Saying {
  std::size_t words = 0;  // without stop words
  bool tells = false;     // something
};
Saying saying_of(const engine::Sentence& sentence) {
  Saying saying;
  bool to_the_other = false;
  for (const engine::Word& word : engine::words(sentence.text)) {
    const std::string lower = utf8::lower(word.text);
    if (!engine::is_stop_word(lower)) ++saying.words;
    to_the_other = to_the_other || is_one_of(lower, kTheOther);
    saying.tells = saying.tells || is_one_of(lower, kOneself) || engine::has_digit(word.text) ||
                   is_name(sentence.text, word);
  }
  saying.tells = saying.tells && !to_the_other && !sentence.question;
  return saying;
}

}  // namespace

bool asks_for_time(std::string_view query) {
  constexpr std::array<std::string_view, 7> kAsked = {"date",  "day",  "time",   "year",
                                                      "month", "week", "weekday"};
  const Words words = lower_words(query);
  if (words.empty()) return false;
  if (words[0] == "when") return true;
  if (words.size() < 2) return false;
  if (words[0] == "how") return words[1] == "long";
  return (words[0] == "what" || words[0] == "which") && is_one_of(words[1], kAsked);
}

bool tells_time(std::string_view text) {
  const Words words = lower_words(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (is_one_of(words[i], kTimes) || is_year(words[i])) return true;
    if (i > 0 && is_one_of(words[i], kUnits) && is_one_of(words[i - 1], kBeforeUnits)) return true;
  }
  return false;
}

Manner manner_of(std::string_view turn) {
  const std::vector<engine::Sentence> sentences = engine::sentences(turn);
  std::size_t questions = 0, all = 0, told = 0;
  for (const engine::Sentence& sentence : sentences) {
    const Saying saying = saying_of(sentence);
    all += saying.words;
    if (saying.tells) told += saying.words;
    if (sentence.question) ++questions;
  }
  Manner manner;
  if (!sentences.empty()) {
    manner.asking = static_cast<double>(questions) / static_cast<double>(sentences.size());
  }
  if (std::none_of(turn.begin(), turn.end(), is_latin)) {
    manner.telling = 1;
  } else if (all > 0) {
    manner.telling = static_cast<double>(told) / static_cast<double>(all);
  }
  return manner;
}

bool stands_in(std::string_view text, std::string_view whole) {
  const std::vector<std::string> known = engine::content_stems(whole);
  std::size_t all = 0;
  std::size_t again = 0;
  for (const std::string& one : engine::content_stems(text)) {
    if (one == "user") continue;  // "I", in the turn
    ++all;
    again += std::find(known.begin(), known.end(), one) != known.end() ? 1 : 0;
  }
  return all > 0 && static_cast<double>(again) >= kMost * static_cast<double>(all);
}

bool says_no_more(std::string_view turn, const std::vector<std::string>& facts) {
  std::vector<std::string> told;
  std::vector<std::string> rest;
  for (engine::Sentence& sentence : engine::sentences(turn)) {
    if (sentence.question) continue;
    const bool tells = saying_of(sentence).tells;
    (tells ? told : rest).push_back(std::move(sentence.text));
  }
  const std::vector<std::string>& said = told.empty() ? rest : told;
  return !said.empty() && std::all_of(said.begin(), said.end(), [&](const std::string& one) {
    return std::any_of(facts.begin(), facts.end(),
                       [&](const std::string& fact) { return stands_in(one, fact); });
  });
}

}  // namespace pyramid::search
