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

double part_asking(std::string_view text) {
  const std::vector<engine::Sentence> sentences = engine::sentences(text);
  if (sentences.empty()) return 0;
  const auto asking = std::count_if(sentences.begin(), sentences.end(),
                                    [](const engine::Sentence& one) { return one.question; });
  return static_cast<double>(asking) / static_cast<double>(sentences.size());
}

}  // namespace pyramid::search
