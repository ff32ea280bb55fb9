#include "engine/builtin/reading/corrections.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/reading/clauses.hpp"
#include "engine/builtin/reading/match.hpp"
#include "engine/builtin/reading/verbs.hpp"
#include "engine/builtin/tables/corrections.hpp"
#include "engine/builtin/writing/contrast.hpp"
#include "engine/text/language.hpp"

#include <algorithm>
#include <optional>

namespace pyramid::engine::builtin {

namespace {

template <std::size_t N>
std::string_view without_any(std::string_view text,
                             const std::array<std::string_view, N>& openers) {
  for (const std::string_view opener : openers) {
    if (starts_with_ignoring_case(text, opener)) return text.substr(opener.size());
  }
  return text;
}

// The value that such a sentence names, or "".
std::string_view german_value(std::string_view text, std::size_t most_words) {
  const std::string_view value = without_any(trim(text), tables::kGermanJoints);
  const std::vector<Word> all = words(value);
  const bool named = !all.empty() && all.size() <= most_words &&
                     (is_capital(value) || (value[0] >= '0' && value[0] <= '9'));
  return named ? value : std::string_view();
}

// Whether the letters follow one another in the text, whatever marks stand between them: a first
// look, as most sentences deny nothing. REQUIRES: the word's first letter is nowhere else in it.
bool spells(std::string_view text, std::string_view lower_word) {
  std::size_t found = 0;
  for (const char c : text) {
    const char letter = static_cast<char>(c | 0x20);  // a capital's small one
    if (letter < 'a' || letter > 'z') continue;
    if (letter != lower_word[found]) found = 0;
    if (letter == lower_word[found] && ++found == lower_word.size()) return true;
  }
  return false;
}

// Where the fact has the words, if it has them once.
std::optional<std::size_t> only_place(const std::string& fact, std::string_view value) {
  const std::size_t at = fact.find(value);
  if (at == std::string::npos || fact.find(value, at + 1) != std::string::npos) return std::nullopt;
  const std::vector<Word> all = words(fact);
  const std::size_t last = words(value).back().begin + words(value).back().text.size();
  const auto whole = [&](std::size_t edge, bool begin) {
    return std::any_of(all.begin(), all.end(), [&](const Word& word) {
      return edge == (begin ? word.begin : word.begin + word.text.size());
    });
  };
  return whole(at, true) && whole(at + last, false) ? std::optional(at) : std::nullopt;
}

// "Lisbon", "the 7:40", "5 euros": what a bare correction sets right.
bool is_value(std::string_view text) {
  constexpr std::size_t kLongest = 4;
  const std::string value = writing::without_leading(text);
  const bool named = is_capital(value) || (!value.empty() && value[0] >= '0' && value[0] <= '9');
  return named && words(value).size() <= kLongest && value.find_first_of(",;(") == value.npos;
}

std::optional<std::string> it_is(std::string_view right, std::string_view wrong) {
  std::string value(trim(right));
  if (value.ends_with(" now")) value.resize(value.size() - 4);
  if (!is_value(value) || !is_value(wrong)) return std::nullopt;
  return "it is " + value + ", not " + std::string(trim(wrong));
}

// "Not the 7:15 anymore, it's the 7:40 now" -> "it is the 7:40, not the 7:15"
std::optional<std::string> turned_round(std::string_view text) {
  if (!starts_with_ignoring_case(text, "not ")) return std::nullopt;
  for (const std::string_view end : tables::kNoMore) {
    const std::size_t at = text.find(end);
    if (at == std::string_view::npos) continue;
    const std::string_view behind = text.substr(at + end.size());
    const std::string_view right = without_any(behind, tables::kNowItIs);
    if (right.size() == behind.size()) return std::nullopt;
    return it_is(right, text.substr(4, at - 4));
  }
  return std::nullopt;
}

// "I meant Astrid, not Ingrid", "it's Lisbon, not Porto": with no word in front that says so.
std::optional<std::string> plain_replacement(std::string_view sentence) {
  constexpr std::string_view kNot = ", not ";
  if (!may_deny(sentence)) return std::nullopt;
  const std::string text = without_surroundings(bare(sentence));
  if (auto turned = turned_round(text)) return turned;
  const std::size_t denied = text.find(kNot);
  if (denied == std::string::npos) return std::nullopt;
  const std::string_view front = std::string_view(text).substr(0, denied);
  const std::string_view wrong = std::string_view(text).substr(denied + kNot.size());
  const std::string_view meant = without_any(front, tables::kMeant);
  if (meant.size() < front.size()) return it_is(meant, wrong);
  for (const std::string_view opener : {"it's ", "it is "}) {
    if (starts_with_ignoring_case(front, opener)) return it_is(front.substr(opener.size()), wrong);
  }
  return std::nullopt;
}

// Without "nein," and its kind.
std::string plain_german(std::string_view correction) {
  std::string text = bare(correction);
  for (const std::string_view opener : tables::kContradictions) {
    if (starts_with_ignoring_case(text, opener)) text.erase(0, opener.size());
  }
  return text;
}

// "nicht im August, erst im September, …" -> "im September, nicht im August"
std::optional<std::string> german_turned_round(std::string_view text) {
  constexpr std::string_view kNot = "nicht ";
  if (!starts_with_ignoring_case(text, kNot)) return std::nullopt;
  const std::size_t comma = text.find(", ");
  if (comma == std::string_view::npos) return std::nullopt;
  const std::string_view behind = text.substr(comma + 2);
  const std::string_view right = without_any(behind, tables::kGermanInstead);
  if (right.size() == behind.size()) return std::nullopt;
  return std::string(right.substr(0, right.find(", "))) + ", nicht " +
         std::string(text.substr(kNot.size(), comma - kNot.size()));
}

// "sie heißt Lentz" of "Users Ärztin heißt Lenz" -> "Users Ärztin heißt Lentz"
std::optional<std::string> with_german_subject(std::string_view said, const std::string& fact) {
  constexpr std::size_t kLongest = 4;
  constexpr std::string_view kIsCalled = " heißt ";
  const std::string_view predicate = without_any(said, tables::kGermanPronouns);
  if (predicate.size() == said.size() || !predicate.starts_with(kIsCalled.substr(1)))
    return std::nullopt;
  const std::string_view value = predicate.substr(kIsCalled.size() - 1);
  const std::size_t at = fact.find(kIsCalled);
  if (!is_capital(value) || words(value).size() > kLongest || at == std::string::npos ||
      !fact.starts_with("Users ")) {
    return std::nullopt;
  }
  return fact.substr(0, at + kIsCalled.size()) + std::string(value);
}

// "No, …", "nope, …": against what was said before.
bool contradicts(std::string_view sentence) {
  if (plain_replacement(sentence)) return true;
  const std::string lower = utf8::lower(trim(sentence));
  if (lower.starts_with("sorry, ")) return lower.find(", not ") != std::string::npos;
  return std::any_of(tables::kContradictions.begin(), tables::kContradictions.end(),
                     [&](std::string_view opener) { return lower.starts_with(opener); });
}

}  // namespace

bool may_deny(std::string_view text) { return spells(text, "not"); }

bool puts_right(std::string_view sentence) {
  std::string_view text = trim(sentence);
  for (int times = 0; times < 2; ++times) text = without_any(text, tables::kBeforePutsRight);
  return without_any(text, tables::kPutsRight).size() < text.size();
}

std::string marked_as_right(const std::string& fact) {
  for (const auto& [verb, put_right] : tables::kOneOfSeveral) {
    const std::size_t at = fact.find(verb);
    if (at == std::string::npos) continue;
    return fact.substr(0, at) + std::string(put_right) + fact.substr(at + verb.size());
  }
  // "my piano teacher is Mrs Okonkwo"
  constexpr std::string_view kIs = " is ";
  const std::size_t at = fact.find(kIs);
  const bool named =
      at != std::string::npos && is_capital(fact.substr(at + kIs.size())) &&
      (starts_with_ignoring_case(fact, "my ") || starts_with_ignoring_case(fact, "our "));
  return named ? fact.substr(0, at) + " is actually " + fact.substr(at + kIs.size()) : fact;
}

std::optional<Replacement> replacement_in(const std::string& text) {
  for (const auto& [opener, verb] : tables::kItIs) {
    if (!starts_with_ignoring_case(text, opener)) continue;
    const std::size_t comma = text.find(", not ", opener.size());
    if (comma == std::string::npos) return std::nullopt;
    Replacement out{std::string(verb), text.substr(opener.size(), comma - opener.size()),
                    text.substr(comma + 6)};
    return out;
  }
  return std::nullopt;
}

std::string whole_correction(const std::string& sentence) {
  const std::size_t comma = sentence.find(", ");
  const std::size_t denied = sentence.find(", not ");
  if (auto whole = plain_replacement(sentence)) return *whole;
  // Behind "no," and its kind, something short, and what it is not.
  if (!contradicts(sentence) || denied == std::string::npos || denied <= comma) return sentence;
  const std::string_view right = std::string_view(sentence).substr(comma + 2, denied - comma - 2);
  constexpr std::size_t kShort = 4;
  const std::vector<std::string> lower = lower_words(right);
  const bool verb = std::any_of(lower.begin(), lower.end(), [](const std::string& word) {
    return word.ends_with("s") || word.find('\'') != std::string::npos || is_linking(word) ||
           is_plain_verb(word) || is_irregular_past(word) || word.ends_with("ed");
  });
  if (lower.size() > kShort || verb) return sentence;
  return sentence.substr(0, comma + 2) + "it is " + sentence.substr(comma + 2);
}

std::optional<Replacement> german_replacement_in(std::string_view correction) {
  constexpr std::string_view kNot = ", nicht ";
  if (!spells(correction, "nicht")) return std::nullopt;
  std::string text = plain_german(correction);
  if (auto turned = german_turned_round(text)) text = *turned;
  const std::string_view said = without_any(std::string_view(text), tables::kGermanItIs);
  const std::size_t at = said.find(kNot);
  if (at == std::string_view::npos) return std::nullopt;
  // Without "es ist" in front a verb may be among more words.
  const std::size_t most = said.size() < text.size() ? 4 : 2;
  const std::string_view right = german_value(said.substr(0, at), most);
  const std::string_view wrong = german_value(said.substr(at + kNot.size()), most);
  if (right.empty() || wrong.empty()) return std::nullopt;
  return Replacement{"", std::string(right), std::string(wrong)};
}

std::optional<std::string> put_right_in_german(std::string_view correction,
                                               const std::string& fact) {
  const auto replacement = german_replacement_in(correction);
  if (!replacement) return with_german_subject(plain_german(correction), fact);
  const auto place = only_place(fact, replacement->wrong);
  if (!place) return std::nullopt;
  // What stands behind is no part of what was wrong: "…, die Wohnung hat drei Zimmer".
  std::string told = fact.substr(0, fact.find(", ", *place));
  told.replace(*place, replacement->wrong.size(), replacement->right);
  while (told.ends_with('.')) told.pop_back();
  return told + ", nicht " + replacement->wrong;
}

}  // namespace pyramid::engine::builtin
