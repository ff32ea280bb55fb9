#include "engine/builtin/answering/question.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/answering/kin.hpp"
#include "engine/builtin/tables/asked.hpp"
#include "engine/text/language.hpp"
#include "engine/text/lists.hpp"
#include "pyramid/time.hpp"

#include <algorithm>
#include <array>

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
    {"ago",      "april",     "august", "autumn",   "day",       "december", "evening",
     "fall",     "february",  "friday", "january",  "july",      "june",     "last",
     "march",    "may",       "monday", "month",    "morning",   "next",     "night",
     "november", "october",   "past",   "saturday", "september", "spring",   "summer",
     "sunday",   "thursday",  "today",  "tomorrow", "tonight",   "tuesday",  "wednesday",
     "week",     "weekend",   "winter", "year",     "yesterday", "early",    "late",
     "end",      "beginning", "two",    "three",    "four",      "recently"});

bool is_month(std::string_view plain) {
  for (int month = 1; month <= 12; ++month) {
    if (utf8::lower(month_name(month)) == plain) return true;
  }
  return false;
}

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
      if (!one.empty()) stems.insert(stem(one));
    }
    if (stems.contains(stemmed)) related.merge(stems);
  }
  return related;
}

Term term_of(const std::string& plain, std::string stemmed, bool who) {
  Term term;
  const bool generic = std::any_of(kGeneric.begin(), kGeneric.end(),
                                   [&](std::string_view one) { return stem(one) == stemmed; });
  term.weight = generic ? kGenericWeight : 1;
  term.related = related_to(stemmed);
  term.stem = std::move(stemmed);
  term.who = who;
  term.when = is_of_time(plain) || is_of_date(plain);
  term.dated = is_month(plain) || is_of_date(plain);
  term.naming = lists(kNaming, plain);
  term.costs = lists(kCosts, plain);
  return term;
}

// A word that could be anything, as it opens the question, or that names a day or "I", is no name.
bool is_name(const Word& word, const std::string& plain, bool opens) {
  return !opens && is_capital(word.text) && !is_of_time(plain) && !is_code(plain) &&
         kin_of(word.text).empty() && !is_stop_word(plain);
}

bool begins_a_thing(const Word& word, const std::string& plain) {
  constexpr auto kBefore = std::to_array<std::string_view>(
      {"the", "a", "an", "my", "our", "your", "his", "her", "its", "their", "this", "that"});
  return lists(kBefore, plain) || plain.size() < utf8::lower(word.text).size();  // "Mia's"
}

bool says_kind(const Term& term) { return term.weight == 1 && !term.who && !term.when; }

// Joins two words behind "the", "my" or "Mia's" that name one thing together.
void find_kinds(const std::vector<Word>& all, const std::vector<std::size_t>& term_at,
                std::vector<Term>& terms) {
  constexpr std::size_t kNone = std::string_view::npos;
  for (std::size_t i = 2; i < all.size(); ++i) {
    const std::size_t kind = term_at[i - 1];
    const std::size_t thing = term_at[i];
    if (kind == kNone || thing == kNone || kind == thing) continue;
    if (!begins_a_thing(all[i - 2], plain_owner(all[i - 2].text))) continue;
    if (says_kind(terms[kind]) && !terms[thing].who && !terms[thing].when) terms[thing].kind = kind;
  }
}

}  // namespace

std::string name_of(std::string_view word) {
  std::string name = plain_owner(word);
  std::erase_if(name, [](char c) { return c == '-' || c == '\''; });
  return name;
}

std::vector<std::string> stems_of(std::string_view text) {
  std::vector<std::string> stems;
  for (const Word& word : words(text)) {
    if (!is_stop_word(utf8::lower(word.text))) stems.push_back(stem(plain_owner(word.text)));
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

Question read_question(std::string_view text, std::string_view user) {
  Question question;
  const std::vector<Word> all = words(text);
  question.asks = what_is_asked(all);
  std::set<std::string> called;
  for (const Word& word : words(user)) called.insert(name_of(word.text));
  std::vector<std::size_t> term_at;  // of each word
  term_at.reserve(all.size());
  for (const Word& word : all) {
    term_at.push_back(std::string_view::npos);
    const std::string plain = plain_owner(word.text);
    const bool opens = word.begin == all.front().begin;
    const bool named = is_name(word, plain, opens);
    const bool is_user = called.contains(name_of(word.text)) || plain == "i" || plain == "we";
    question.of_user = question.of_user || is_user;
    if (is_code(plain)) question.codes.push_back(plain);
    if (named && !is_user) question.names.insert(name_of(word.text));
    const std::string_view kin = kin_of(word.text);
    if (!kin.empty()) question.kin.merge(meant_by(kin));
    if (is_stop_word(plain) || says_now(plain) || lists(kAsking, plain)) continue;
    std::string stemmed = stem(plain);
    const auto known = std::find_if(question.terms.begin(), question.terms.end(),
                                    [&](const Term& one) { return one.stem == stemmed; });
    term_at.back() = static_cast<std::size_t>(known - question.terms.begin());
    if (known == question.terms.end()) {
      question.terms.push_back(term_of(plain, std::move(stemmed), named || !kin.empty()));
    }
  }
  find_kinds(all, term_at, question.terms);
  question.wants_number =
      std::any_of(question.terms.begin(), question.terms.end(),
                  [](const Term& term) { return term.kind && term.stem == "number"; });
  const auto when = [](const Term& term) { return term.when; };
  const auto says_little = [](const Term& term) {
    return term.when || (term.weight == kGenericWeight && !term.naming);
  };
  question.when_only = std::any_of(question.terms.begin(), question.terms.end(), when) &&
                       std::all_of(question.terms.begin(), question.terms.end(), says_little);
  return question;
}

}  // namespace pyramid::engine::builtin::answering
