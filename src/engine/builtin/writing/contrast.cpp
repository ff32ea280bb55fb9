#include "engine/builtin/writing/contrast.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/text/language.hpp"

#include <algorithm>
#include <array>

namespace pyramid::engine::builtin::writing {
namespace {

// "3rd" -> "3"
std::string plain_number(std::string word) {
  const auto behind = std::find_if_not(word.begin(), word.end(), is_digit);
  const std::string end(behind, word.end());
  if (behind != word.begin() && (end == "st" || end == "nd" || end == "rd" || end == "th")) {
    word.erase(behind, word.end());
  }
  return word;
}

bool names_or_counts(std::string_view word) {
  std::size_t at = 0;
  return std::any_of(word.begin(), word.end(), is_digit) || utf8::is_upper(utf8::next(word, at));
}

// "310,000 euros, not 300,000 euros": the unit is no part of what is denied.
std::string_view without_unit(std::string_view denied, std::string_view said) {
  const std::vector<Word> all = words(denied);
  if (all.size() < 2 || names_or_counts(all.back().text) || !names_or_counts(all[0].text))
    return denied;
  const std::vector<Word> there = words(said);
  const bool shared = std::any_of(there.begin(), there.end(),
                                  [&](const Word& word) { return word.text == all.back().text; });
  return shared ? denied.substr(0, all.back().begin) : denied;
}

}  // namespace

bool is_leading(std::string_view word) {
  static constexpr std::array<std::string_view, 9> kLeading = {"in",  "on", "at", "to",  "for",
                                                               "the", "a",  "an", "from"};
  return std::find(kLeading.begin(), kLeading.end(), word) != kLeading.end();
}

std::string without_leading(std::string_view text) {
  for (const Word& word : words(text)) {
    if (is_leading(word.text)) continue;
    const std::string_view behind = text.substr(word.begin + word.text.size());
    return plain_number(std::string(word.text)) + std::string(behind);
  }
  return {};
}

std::vector<std::string> value_named(std::string_view text) {
  std::vector<std::string> named;
  for (const Word& word : words(text)) {
    if (is_leading(word.text) && named.empty()) continue;
    if (!names_or_counts(word.text)) return {};
    named.push_back(plain_number(utf8::lower(word.text)));
  }
  return named;
}

Contrast contrast_of(const Fact& fact) {
  constexpr std::string_view kNot = ", not ";
  static constexpr std::array<std::string_view, 6> kNoDenial = {"only",   "just",   "merely",
                                                                "solely", "simply", "yet"};
  Contrast contrast{fact, false, {}};
  const std::size_t at = fact.text.rfind(kNot);
  if (fact.predicate.empty() || at == std::string::npos) return contrast;
  const std::string_view behind = std::string_view(fact.text).substr(at + kNot.size());
  const std::vector<Word> all = words(behind);
  const bool none =
      all.empty() || std::find(kNoDenial.begin(), kNoDenial.end(), all[0].text) != kNoDenial.end();
  if (none || behind.find(',') != std::string_view::npos) return contrast;
  Fact said = make_fact(fact.text.substr(0, at) + ".", fact.at);
  if (said.predicate.empty()) return contrast;
  contrast.said = std::move(said);
  contrast.denies = true;
  contrast.denied = value_named(without_unit(behind, contrast.said.text));
  return contrast;
}

}  // namespace pyramid::engine::builtin::writing
