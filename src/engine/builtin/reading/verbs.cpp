#include "engine/builtin/reading/verbs.hpp"

#include "base/utf8.hpp"
#include "engine/builtin/reading/match.hpp"
#include "engine/builtin/tables/verbs.hpp"

#include <algorithm>
#include <array>

namespace pyramid::engine::builtin {

namespace {

constexpr SortedWords kPlainVerbs(tables::kPlainVerbs);
constexpr SortedWords kPastForms(tables::kPastForms);
constexpr SortedWords kMidAdverbs(tables::kMidAdverbs);

// "moved", but not "need", "breed" or "embed".
bool is_past_in_ed(std::string_view lower) {
  if (lower.size() < 4 || !lower.ends_with("ed") || is_plain_verb(lower)) return false;
  if (lower.ends_with("eed")) return lists(tables::kPastsInEed, lower);
  return !lists(tables::kPlainInEd, lower);
}

}  // namespace

bool is_plain_verb(std::string_view word) { return kPlainVerbs.has(word); }
bool is_modal(std::string_view word) { return lists(tables::kModals, word); }
bool is_linking(std::string_view word) { return lists(tables::kLinking, word); }

bool is_irregular_past(std::string_view word) {
  if (kPastForms.has(word)) return true;
  // "misread", "overslept", "rebuilt", "withdrew"
  return std::any_of(
      tables::kVerbPrefixes.begin(), tables::kVerbPrefixes.end(), [&](std::string_view prefix) {
        return word.starts_with(prefix) && kPastForms.has(word.substr(prefix.size())) &&
               !is_modal(word.substr(prefix.size()));
      });
}

bool is_past_like_plain(std::string_view word) {
  if (lists(tables::kPastsLikePlain, word)) return true;
  return std::any_of(tables::kVerbPrefixes.begin(), tables::kVerbPrefixes.end(),
                     [&](std::string_view prefix) {
                       return word.starts_with(prefix) &&
                              lists(tables::kPastsLikePlain, word.substr(prefix.size()));
                     });
}

bool is_mid_adverb(std::string_view word) {
  return kMidAdverbs.has(word) ||
         (word.size() > 4 && word.ends_with("ly") && !kPlainVerbs.has(word));
}

bool has_perfect(const std::vector<std::string>& lower, std::size_t i) {
  while (i < lower.size() && is_mid_adverb(lower[i])) ++i;
  if (i >= lower.size()) return false;
  const std::string& word = lower[i];
  if (lists(tables::kPerfects, word)) return true;
  const std::string_view next = i + 1 < lower.size() ? std::string_view(lower[i + 1]) : "";
  const bool object = lists(tables::kDeterminers, next);
  if (!word.ends_with("ed")) return object && is_irregular_past(word);
  return object || !lists(tables::kParticipleAdjectives, word);  // "scared", "married"
}

std::string third_person(const std::string& word) {
  const std::string lower = utf8::lower(word);
  for (const auto& [first, third] : tables::kThirdPerson) {
    if (lower == first) return std::string(third);
  }
  if (is_irregular_past(lower) || (is_modal(lower) && lower.ends_with("n't"))) return word;
  if (is_past_in_ed(lower)) return word;
  if (lower.ends_with("s") && !lower.ends_with("ss")) return word;
  if (lower.ends_with("y") && lower.size() > 1 &&
      std::string_view("aeiou").find(lower[lower.size() - 2]) == std::string_view::npos) {
    return word.substr(0, word.size() - 1) + "ies";
  }
  for (const std::string_view ending : {"s", "x", "z", "ch", "sh"}) {
    if (lower.ends_with(ending)) return word + "es";
  }
  return word + "s";
}

}  // namespace pyramid::engine::builtin
