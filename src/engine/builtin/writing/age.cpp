#include "engine/builtin/writing/age.hpp"

#include "engine/builtin/noting/telling.hpp"
#include "engine/builtin/writing/dates.hpp"
#include "engine/builtin/writing/standing.hpp"
#include "engine/builtin/writing/years.hpp"
#include "engine/text/language.hpp"

#include <charconv>
#include <vector>

namespace pyramid::engine::builtin::writing {
namespace {

constexpr std::string_view kNoted = " (noted ";
constexpr std::string_view kEnd = ").";

// "March 2025"
std::optional<Date> month_in(std::string_view text) {
  const std::vector<Word> all = words(text);
  if (all.size() != 2) return std::nullopt;
  const std::string digits(all[1].text);
  int year = 0;
  const char* end = digits.c_str() + digits.size();
  const auto [at, error] = std::from_chars(digits.c_str(), end, year);
  if (error != std::errc() || at != end) return std::nullopt;
  for (int month = 1; month <= 12; ++month) {
    if (month_name(month) == all[0].text) return Date{year, month, 1};
  }
  return std::nullopt;
}

}  // namespace

std::string month_noted(const Fact& fact) {
  if (!fact.dated || tells_year(fact.text) || tells_name(fact)) return {};
  if (is_told_in_another_language(fact.text)) return {};
  return name_time(date_of(fact.at), Grain::kMonth, 0);
}

std::string with_age(std::string sentence, std::string_view month) {
  if (!month.empty() && sentence.ends_with('.') && !sentence.ends_with(kEnd)) {
    sentence.insert(sentence.size() - 1, std::string(kNoted) + std::string(month) + ")");
  }
  return sentence;
}

Aged read_age(std::string_view sentence) {
  const std::size_t at = sentence.rfind(kNoted);
  if (at == std::string_view::npos || !sentence.ends_with(kEnd)) {
    return {std::string(sentence), std::nullopt};
  }
  const std::size_t begin = at + kNoted.size();
  const auto month = month_in(sentence.substr(begin, sentence.size() - kEnd.size() - begin));
  if (!month) return {std::string(sentence), std::nullopt};
  return {std::string(sentence.substr(0, at)) + ".", month};
}

}  // namespace pyramid::engine::builtin::writing
