#include "engine/builtin/writing/standing.hpp"

#include "base/utf8.hpp"
#include "engine/builtin/writing/dates.hpp"
#include "engine/builtin/writing/emphasis.hpp"
#include "engine/builtin/writing/verbs.hpp"
#include "engine/text/language.hpp"
#include "engine/text/lists.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>

namespace pyramid::engine::builtin::writing {
namespace {

using Words = std::vector<std::string>;

// Beginnings of words.
constexpr std::array<std::string_view, 12> kHealth = {
    "allerg",   "asthma",     "diabet",    "coeliac", "celiac",    "epilep",
    "intolera", "intolerant", "pacemaker", "vegan",   "vegetaria", "anaphyla"};
constexpr std::array<std::string_view, 18> kFamily = {
    "wife",   "husband", "partner", "spouse",   "girlfriend", "boyfriend",
    "fiancé", "fiancée", "son",     "daughter", "child",      "children",
    "kid",    "kids",    "baby",    "mother",   "father",     "sister"};
// Endings of what people are by profession.
constexpr std::array<std::string_view, 8> kCallings = {"er",    "or",   "ist",     "ian",
                                                       "nurse", "chef", "student", "midwife"};
constexpr std::array<std::string_view, 8> kNoCallings = {"lover",  "beginner", "member", "owner",
                                                         "either", "rather",   "never",  "other"};
// A present that goes on from a past day, or has that day for a name.
constexpr std::array<std::string_view, 7> kGoesOn = {"from", "since",    "ago",        "was",
                                                     "born", "birthday", "anniversary"};

Words lower_words(std::string_view text) {
  Words all;
  for (const Word& word : words(text)) all.push_back(utf8::lower(word.text));
  return all;
}

bool holds(const Words& all, std::string_view word) {
  return std::find(all.begin(), all.end(), word) != all.end();
}

bool holds_pair(const Words& all, std::string_view first, std::string_view second) {
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    if (all[i] == first && all[i + 1] == second) return true;
  }
  return false;
}

bool is_about_health(const Words& all) {
  return std::any_of(all.begin(), all.end(), [](const std::string& word) {
    return std::any_of(kHealth.begin(), kHealth.end(),
                       [&](std::string_view one) { return word.starts_with(one); });
  });
}

// "has lived there", "had been ill"; not "has an operation"
bool is_perfect(const Words& all) {
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    if (all[i] != "has" && all[i] != "have" && all[i] != "had") continue;
    const std::string& next = all[i + 1];
    const bool participle = next == "been" || read_verb(next).form == VerbForm::kPast ||
                            past_of_participle(next).has_value() || next.ends_with("ed");
    if (participle || is_adverb(next)) return true;
  }
  return false;
}

// "a nurse", "a senior data engineer"
bool names_calling(const Words& all) {
  constexpr std::size_t kFar = 4;
  for (std::size_t i = 0; i + 2 < all.size(); ++i) {
    if (all[i] != "is" || (all[i + 1] != "a" && all[i + 1] != "an")) continue;
    for (std::size_t k = i + 2; k < all.size() && k < i + 2 + kFar; ++k) {
      const std::string& word = all[k];
      const bool calling =
          word.size() > 4 && std::any_of(kCallings.begin(), kCallings.end(),
                                         [&](std::string_view end) { return word.ends_with(end); });
      if (calling && !lists(kNoCallings, word)) return true;
    }
  }
  return false;
}

bool tells_home_or_work(const Words& all) {
  return holds_pair(all, "lives", "in") || holds_pair(all, "live", "in") ||
         holds_pair(all, "lives", "with") || holds_pair(all, "live", "with") ||
         holds_pair(all, "works", "at") || holds_pair(all, "works", "as") ||
         holds_pair(all, "works", "for") || holds(all, "leads") || names_calling(all);
}

bool has_family(const Fact& fact, const Words& all) {
  const bool named = std::any_of(all.begin(), all.end(), [](const std::string& word) {
    return lists(kFamily, word.ends_with("'s") ? word.substr(0, word.size() - 2) : word);
  });
  if (holds_pair(all, "married", "to") || holds_pair(all, "is", "married")) return true;
  const bool is_or_has = fact.verb == "is" || fact.verb == "are" || fact.verb == "has";
  const bool of_user =
      fact.subject.starts_with("User") || fact.text.find("User's") != fact.text.npos;
  return named && is_or_has && of_user;
}

// "has a grey cat called Biscuit": who or what a name stands for, asked for wherever it is told.
bool introduces_somebody(const Fact& fact) {
  const std::vector<Word> all = words(fact.text);
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    const bool called = all[i].text == "called" || all[i].text == "named";
    if (called && is_capital(all[i + 1].text)) return true;
  }
  return false;
}

double lift_of(int importance) {
  if (importance < kStressed) return 0;
  return 1.0 + 0.4 * (std::min(importance, 10) - kStressed);
}

}  // namespace

// "User is Dario", "User is called Dario", "User's name is Dario"
bool tells_name(const Fact& fact) {
  if (fact.subject == "User's name") return true;
  if (fact.subject != "User" || fact.verb != "is") return false;
  const std::vector<Word> said = words(fact.predicate);
  if (said.size() < 2) return false;
  return said[1].text == "called" || said[1].text == "named" || is_capital(said[1].text);
}

bool is_lasting(const Fact& fact) {
  if (fact.tense == Tense::kPast) return false;
  const Words all = lower_words(fact.text);
  if (is_about_health(all)) return true;
  if (fact.tense != Tense::kPresent) return false;
  if (fact.subject == "User" && tells_home_or_work(all)) return true;
  return tells_name(fact) || has_family(fact, all);
}

bool is_vital(const Fact& fact) {
  if (fact.tense == Tense::kPast) return false;
  return tells_name(fact) || is_about_health(lower_words(fact.text));
}

bool is_over(const Fact& fact, Date day) {
  if (fact.tense != Tense::kPresent && fact.tense != Tense::kOther) return false;
  const std::optional<Date> named = last_date_in(fact.text);
  if (!named || !(*named < day) || *named == date_of(fact.at)) return false;
  const Words all = lower_words(fact.text);
  return !is_perfect(all) &&
         std::none_of(kGoesOn.begin(), kGoesOn.end(), [&](auto word) { return holds(all, word); });
}

LocalTime newest_of(std::span<const SourceText> sources) {
  LocalTime newest = sources.empty() ? LocalTime{} : sources.front().end;
  for (const SourceText& source : sources) newest = std::max(newest, source.end);
  return newest;
}

Date day_of_reading(LocalTime newest, std::string_view section) {
  constexpr std::array<std::pair<std::string_view, std::int64_t>, 3> kLeast = {
      {{"this-quarter", 31}, {"this-year", 91}, {"earlier", 366}}};
  for (const auto& [name, days] : kLeast) {
    if (section.ends_with(name)) newest.at.seconds += days * kSecondsPerDay;
  }
  return date_of(newest);
}

std::vector<double> standing_of(std::span<const Fact> facts, Date day) {
  constexpr double kVital =
      3.2;  // name and health, of which a sentence is short and says little else
  constexpr double kLasting = 1.6;
  constexpr double kIntroduces = 0.8;
  constexpr double kOver = -1.6;
  std::vector<double> standing;
  standing.reserve(facts.size());
  for (const Fact& fact : facts) {
    if (is_over(fact, day)) {
      standing.push_back(kOver);
    } else {
      const double lasting = is_vital(fact) ? kVital : is_lasting(fact) ? kLasting : 0;
      const double introduces = introduces_somebody(fact) ? kIntroduces : 0;
      standing.push_back(lift_of(fact.importance) + std::max(lasting, introduces));
    }
  }
  return standing;
}

}  // namespace pyramid::engine::builtin::writing
