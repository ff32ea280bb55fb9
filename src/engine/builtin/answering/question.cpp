#include "engine/builtin/answering/question.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/answering/kin.hpp"
#include "engine/builtin/tables/asked.hpp"
#include "engine/builtin/writing/facts.hpp"
#include "engine/text/language.hpp"
#include "engine/text/lists.hpp"
#include "engine/text/word_parts.hpp"
#include "pyramid/time.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace pyramid::engine::builtin::answering {
namespace {

// Words of a question that ask and do not describe, beyond the stop words.
constexpr auto kAsking = std::to_array<std::string_view>(
    {"what",    "who",      "whom",     "whose",     "when",     "where",     "why",    "how",
     "which",   "many",     "much",     "tell",      "know",     "user",      "say",    "remember",
     "about",   "long",     "often",    "kind",      "anything", "something", "anyone", "anybody",
     "someone", "somebody", "anywhere", "somewhere", "anymore",  "else"});

// Words that say little about what is asked: sharing only these is no answer.
constexpr auto kGeneric = std::to_array<std::string_view>(
    {"favourite", "favorite", "name", "thing", "time", "day",    "type",   "good",
     "best",      "new",      "like", "want",  "get",  "make",   "go",     "plan",
     "take",      "give",     "come", "use",   "do",   "happen", "number", "address"});
constexpr double kGenericWeight = 0.4;

constexpr auto kNaming = std::to_array<std::string_view>({"name", "names", "named", "called"});
constexpr auto kCosts = std::to_array<std::string_view>(
    {"cost", "costs", "pay", "paid", "price", "spend", "spent", "expensive"});

// Of a time that a question names, of some more than one too ("Sundays"); numbers beside these.
constexpr auto kTimes = std::to_array<std::string_view>(
    {"ago",      "april",    "august",    "autumn",   "day",       "december", "evening",
     "fall",     "february", "friday",    "january",  "july",      "june",     "last",
     "march",    "may",      "monday",    "month",    "morning",   "next",     "night",
     "november", "october",  "past",      "saturday", "september", "spring",   "summer",
     "sunday",   "thursday", "today",     "tomorrow", "tonight",   "tuesday",  "wednesday",
     "week",     "weekend",  "winter",    "year",     "yesterday", "early",    "late",
     "end",      "first",    "beginning", "two",      "three",     "four",     "recently"});

bool is_of_time(std::string_view plain) {
  const bool several = plain.ends_with('s') && lists(kTimes, plain.substr(0, plain.size() - 1));
  return several || lists(kTimes, plain);
}

Asks what_is_asked(const std::vector<Word>& all) {
  if (all.empty()) return Asks::kAnything;
  const std::string first = utf8::lower(all[0].text);
  const std::string second = all.size() > 1 ? utf8::lower(all[1].text) : "";
  if (first == "when") return Asks::kTime;
  if (first == "who" || first == "whose") return Asks::kPerson;
  if (first == "where") return Asks::kPlace;
  if (first == "how" &&
      (second == "many" || second == "much" || second == "old" || second == "long")) {
    return Asks::kNumber;
  }
  return Asks::kAnything;
}

// "21st".
bool is_ordinal(std::string_view lower) {
  constexpr auto kEnds = std::to_array<std::string_view>({"st", "nd", "rd", "th"});
  const std::size_t digits = lower.find_first_not_of("0123456789");
  return digits != std::string_view::npos && digits > 0 && lists(kEnds, lower.substr(digits));
}

// What stands for one thing alone, so that nothing else answers: with a digit, and no date.
bool is_code(std::string_view lower) {
  const bool number = lower.find_first_not_of("0123456789") == std::string_view::npos;
  const bool year = number && lower.size() == 4 && lower[0] != '0';
  const bool date = year || is_ordinal(lower) || parse_date(lower);
  return has_digit(lower) && lower.size() >= 4 && !date;
}

// "13", "2026", "3rd"; "0161" is of a telephone.
bool is_of_date(std::string_view lower) {
  const bool number = !lower.empty() && lower.find_first_not_of("0123456789") == std::string::npos;
  const bool dialled = number && lower.size() > 2 && lower[0] == '0';
  return (number && !dialled) || is_ordinal(lower) || parse_date(lower);
}

std::set<std::string> related_to(const std::string& stemmed) {
  std::set<std::string> related;
  for (const auto& row : tables::kRelated) {
    std::set<std::string> stems;
    for (const std::string_view one : row) {
      if (!one.empty()) stems.insert(writing::canonical_stem(one));
    }
    if (stems.contains(stemmed)) related.merge(stems);
  }
  return related;
}

Term term_of(const std::string& plain, std::string stemmed, bool who) {
  Term term;
  const bool generic = std::any_of(kGeneric.begin(), kGeneric.end(), [&](std::string_view one) {
    return writing::canonical_stem(one) == stemmed;
  });
  term.weight = generic ? kGenericWeight : 1;
  term.related = related_to(stemmed);
  term.stem = std::move(stemmed);
  term.who = who;
  term.when = is_of_time(plain) || is_of_date(plain);
  term.naming = lists(kNaming, plain);
  term.costs = lists(kCosts, plain);
  return term;
}

// A word that could be anything, as it opens the question, or that names a day or "I", is no name.
bool is_name(const Word& word, const std::string& plain, bool opens) {
  return !opens && is_capital(word.text) && !is_of_time(plain) && !is_code(plain) &&
         kin_of(word.text).empty() && !is_stop_word(plain);
}

// Folded, without 's; "mar" beside a number is the month.
std::string plain_word(const std::vector<Word>& all, std::size_t i) {
  std::string plain = plain_owner(all[i].text);
  const bool numbered =
      (i > 0 && has_digit(all[i - 1].text)) || (i + 1 < all.size() && has_digit(all[i + 1].text));
  constexpr std::size_t kShort = 3;
  for (int month = 1; numbered && plain.size() == kShort && month <= 12; ++month) {
    std::string name = utf8::lower(month_name(month));
    if (name.starts_with(plain)) return name;
  }
  return plain;
}

// "May" and not "may".
bool is_may(const std::vector<Word>& all, std::size_t i) {
  constexpr auto kBefore = std::to_array<std::string_view>(
      {"in", "last", "next", "this", "since", "until", "during", "early", "late", "of"});
  if (i == 0 || utf8::lower(all[i].text) != "may") return false;
  const std::string before = utf8::lower(all[i - 1].text);
  return is_capital(all[i].text) || has_digit(before) || lists(kBefore, before);
}

}  // namespace

std::string name_of(std::string_view word) {
  std::string name = plain_owner(word);
  std::erase_if(name, [](char c) { return c == '-' || c == '\''; });
  return name;
}

std::vector<std::string> stems_of(std::string_view text) {
  std::vector<std::string> stems;
  for (const Word& word : text_words(text)) {
    if (!is_stop_word(utf8::lower(word.text)))
      stems.push_back(writing::canonical_stem(plain_owner(word.text)));
  }
  return stems;
}

std::string without_names(std::string_view text, const Question& question) {
  std::string bare;
  for (const Word& word : words(text)) {
    if (!question.names.contains(name_of(word.text))) bare.append(word.text) += ' ';
  }
  return bare.empty() ? std::string(text) : bare;
}

Question read_question(std::string_view text, const std::vector<std::string>& users) {
  Question question;
  const std::vector<Word> all = asked_words(text);
  question.asks = what_is_asked(all);
  std::set<std::string> called;
  for (const std::string& user : users) {
    for (const Word& word : words(user)) called.insert(name_of(word.text));
  }
  bool today = false;
  bool describes = false;  // the word before is one of the terms
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Word& word = all[i];
    const bool described = std::exchange(describes, false);
    const std::string plain = plain_word(all, i);
    const bool opens = i == 0;
    const bool named = is_name(word, plain, opens);
    const bool is_user = called.contains(name_of(word.text)) || plain == "i" || plain == "we";
    question.of_user = question.of_user || is_user;
    if (is_code(plain)) question.codes.push_back(plain);
    if (named && !is_user) question.names.insert(name_of(word.text));
    const std::string_view kin = kin_of(word.text);
    if (!kin.empty()) question.kin.merge(meant_by(kin));
    today = today || plain == "today";
    const bool idle = is_stop_word(plain) && !is_may(all, i);
    if (idle || says_now(plain) || lists(kAsking, plain)) continue;
    describes = true;
    question.wants_number = question.wants_number || (plain == "number" && described);
    std::string stemmed = writing::canonical_stem(plain);
    const bool known = std::any_of(question.terms.begin(), question.terms.end(),
                                   [&](const Term& one) { return one.stem == stemmed; });
    if (!known) question.terms.push_back(term_of(plain, std::move(stemmed), named || !kin.empty()));
  }
  const auto when = [](const Term& term) { return term.when; };
  const auto says_little = [](const Term& term) {
    return term.when || (term.weight == kGenericWeight && !term.naming);
  };
  question.when_only = (today || std::any_of(question.terms.begin(), question.terms.end(), when)) &&
                       std::all_of(question.terms.begin(), question.terms.end(), says_little);
  return question;
}

}  // namespace pyramid::engine::builtin::answering
