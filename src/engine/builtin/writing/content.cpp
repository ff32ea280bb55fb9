#include "engine/builtin/writing/content.hpp"

#include "base/utf8.hpp"
#include "engine/builtin/writing/facts.hpp"
#include "engine/builtin/writing/verbs.hpp"
#include "engine/text/language.hpp"
#include "pyramid/time.hpp"

#include <algorithm>
#include <array>

namespace pyramid::engine::builtin::writing {
namespace {

constexpr std::array<std::string_view, 12> kContentNumbers = {"one",  "two", "three",  "four",
                                                              "five", "six", "seven",  "eight",
                                                              "nine", "ten", "eleven", "twelve"};
constexpr std::array<std::string_view, 26> kUnits = {
    "pound", "pounds", "euro",   "euros", "dollar", "dollars", "percent", "km",   "kg",
    "miles", "metres", "meters", "times", "time",   "minute",  "minutes", "hour", "hours",
    "night", "nights", "day",    "days",  "week",   "weeks",   "year",    "years"};
constexpr std::size_t kYearDigits = 4;

bool is_content_number(std::string_view lower) {
  return (lower.front() >= '0' && lower.front() <= '9') ||
         std::find(kContentNumbers.begin(), kContentNumbers.end(), lower) != kContentNumbers.end();
}

bool is_month(std::string_view word) {
  for (int month = 1; month <= 12; ++month) {
    if (month_name(month) == word) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> content_of(std::string_view text) {
  std::vector<std::string> content;
  bool counted = false;  // the word before was a number
  for (const Word& word : words(text)) {
    std::string lower = utf8::lower(word.text);
    if (lower.ends_with("'s")) lower.resize(lower.size() - 2);
    const bool unit = counted && std::find(kUnits.begin(), kUnits.end(), lower) != kUnits.end();
    counted = !lower.empty() && is_content_number(lower);
    const bool idle = lower.empty() || counted || is_month(word.text) || is_stop_word(lower) ||
                      is_adverb(lower) || lower.ends_with("n't");
    if (idle || unit) continue;
    content.push_back(canonical_stem(lower));
  }
  std::sort(content.begin(), content.end());
  content.erase(std::unique(content.begin(), content.end()), content.end());
  return content;
}

Numbers numbers_in(std::string_view text) {
  const std::vector<Word> all = words(text);
  std::vector<bool> of_day(all.size());
  Numbers found;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!is_month(all[i].text)) continue;
    const bool day = i > 0 && is_content_number(utf8::lower(all[i - 1].text));
    const bool year = i + 1 < all.size() && all[i + 1].text.size() == kYearDigits &&
                      is_content_number(utf8::lower(all[i + 1].text));
    if (day) {
      of_day[i - 1] = true;
      found.days += std::string(all[i - 1].text) + " ";
    }
    found.days += utf8::lower(all[i].text);
    if (year) {
      of_day[i + 1] = true;
      found.days += " " + std::string(all[i + 1].text);
    }
    found.days += ";";
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string lower = utf8::lower(all[i].text);
    if (is_content_number(lower) && !of_day[i]) found.others += lower + " ";
  }
  return found;
}

}  // namespace pyramid::engine::builtin::writing
