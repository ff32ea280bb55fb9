#include "engine/builtin/reading/splitting.hpp"

#include "base/utf8.hpp"
#include "engine/builtin/reading/match.hpp"
#include "engine/builtin/reading/person.hpp"
#include "engine/builtin/reading/verbs.hpp"
#include "engine/builtin/tables/splitting.hpp"
#include "engine/builtin/tables/world.hpp"
#include "engine/builtin/writing/facts.hpp"
#include "engine/builtin/writing/verbs.hpp"
#include "engine/text/language.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

namespace pyramid::engine::builtin {

namespace {

// The words of a sentence, and what stands between them.
struct Text {
  explicit Text(const std::string& text)
      : whole(text), all(words(text)), lower(lower_words(text)) {}

  [[nodiscard]] std::size_t size() const { return all.size(); }
  [[nodiscard]] std::size_t end_of(std::size_t i) const {
    return all[i].begin + all[i].text.size();
  }
  [[nodiscard]] std::string_view word(std::size_t i) const {
    return i < lower.size() ? std::string_view(lower[i]) : std::string_view();
  }
  // What stands in front of word i.
  [[nodiscard]] std::string_view between(std::size_t i) const {
    return std::string_view(whole).substr(end_of(i - 1), all[i].begin - end_of(i - 1));
  }
  [[nodiscard]] std::string front(std::size_t i) const { return whole.substr(0, end_of(i - 1)); }
  [[nodiscard]] std::string back(std::size_t i) const { return whole.substr(all[i].begin); }

  std::string whole;
  std::vector<Word> all;
  std::vector<std::string> lower;
};

enum class When : std::uint8_t { kNow, kNotNow };

// A clause with its subject and verb told apart.
struct SplitClause {
  std::string subject;   // "I", "My sister"
  std::size_t verb = 0;  // which word; of "I'm" the first
  When when = When::kNow;
  bool state = false;   // it is so, or done again and again
  bool denied = false;  // "I don't", "I never", "I no longer"
};

bool is_me(std::string_view lower) {
  return lower == "i" || lower == "we" || lower.starts_with("i'") || lower.starts_with("we'");
}
bool is_first_person(std::string_view lower) { return lower == "my" || lower == "our"; }

bool denies(std::string_view lower) {
  return lower == "never" || lower == "no" || lower == "not" || lower == "longer" ||
         lower == "cannot" || lower.ends_with("n't");
}

// "works" -> "work", "has" -> "have"; plain forms as they are.
std::string plain_form(std::string_view lower) {
  if (lower == "am" || lower == "are" || lower == "is") return "be";
  const writing::Verb verb = writing::read_verb(lower);
  return verb.form == writing::VerbForm::kPresent ? verb.base : std::string(lower);
}

// Whether the verb at `at` says how things are now.
void read_verb_at(const Text& text, std::size_t at, SplitClause& clause) {
  const std::string_view verb = text.word(at);
  clause.verb = at;
  const bool contracted_be = verb.ends_with("'m") || verb.ends_with("'re");
  const bool perfect = verb.ends_with("'ve") ||
                       ((verb == "have" || verb == "has") && has_perfect(text.lower, at + 1));
  const bool past = verb == "was" || verb == "were" || verb == "will" || verb.ends_with("'ll") ||
                    (is_irregular_past(verb) && !is_modal(verb)) ||
                    (verb.size() > 3 && verb.ends_with("ed") && !is_plain_verb(verb));
  const std::string_view next = text.word(at + 1);
  const bool be = contracted_be || verb == "am" || verb == "is" || verb == "are";
  if (perfect || past || (be && next == "going")) {
    clause.when = When::kNotNow;
    return;
  }
  // "I'm working on it": for the moment only.
  const bool lasts = !be || next.size() < 5 || !next.ends_with("ing");
  const bool habit = verb == "don't" || verb == "doesn't" || verb == "can't" || verb == "cannot";
  clause.denied = clause.denied || denies(verb) || (be && denies(next));
  clause.state =
      lasts && (contracted_be || habit || lists(tables::kLastingVerbs, plain_form(verb)));
}

std::optional<SplitClause> read_clause(const std::string& sentence) {
  const Text text(sentence);
  if (text.size() < 2) return std::nullopt;
  SplitClause clause;
  if (is_me(text.word(0))) {
    const bool plain = text.word(0) == "i" || text.word(0) == "we";
    clause.subject = text.word(0).starts_with("i") ? "I" : "We";
    std::size_t at = plain ? 1 : 0;
    while (plain && at + 1 < text.size() &&
           (is_mid_adverb(text.word(at)) || text.word(at) == "no" || text.word(at) == "longer")) {
      clause.denied = clause.denied || denies(text.word(at));
      ++at;
    }
    // "I and my wife", "I, too": no verb there.
    if (plain && (text.word(1) == "and" || text.between(1) != " ")) return std::nullopt;
    read_verb_at(text, at, clause);
    return at + 1 < text.size() ? std::optional(std::move(clause)) : std::nullopt;
  }
  const auto told = to_third_person(sentence, "User");
  if (!told) return std::nullopt;
  std::string plain = *told + ".";
  if (plain[0] >= 'a' && plain[0] <= 'z') plain[0] += 'A' - 'a';
  const writing::Fact fact = writing::make_fact(plain, LocalTime{});
  const std::size_t subject = words(fact.subject).size();
  if (fact.predicate.empty() || subject >= text.size()) return std::nullopt;
  clause.subject = text.front(subject);
  std::size_t at = subject;
  while (at < text.size() && text.word(at) != utf8::lower(fact.verb)) {
    clause.denied = clause.denied || denies(text.word(at));
    ++at;
  }
  if (at + 1 >= text.size()) return std::nullopt;
  read_verb_at(text, at, clause);
  return clause;
}

// `own_subject`: what follows has one of its own, so that no "to" in front reaches it.
bool holds_tie(const Text& text, std::size_t end, bool own_subject = false) {
  for (std::size_t i = 0; i < end; ++i) {
    if (lists(tables::kTies, text.word(i))) return true;
    // "since I moved", but not "since 2019".
    if (text.word(i) == "since" && (is_me(text.word(i + 1)) || is_first_person(text.word(i + 1))))
      return true;
    // "I like to read and play the piano"
    if (!own_subject && text.word(i) == "to" && is_plain_verb(text.word(i + 1))) return true;
  }
  return false;
}

bool points_back(const Text& text, std::size_t from, bool own_subject) {
  for (std::size_t i = from; i < text.size(); ++i) {
    if (lists(tables::kPointers, text.word(i))) return true;
    if (own_subject && lists(tables::kOwnPointers, text.word(i))) return true;
  }
  return false;
}

// "it has 3,400 stars and I'm the only maintainer": of what, the clause before says.
bool leans_in_front(const Text& text, std::size_t front) {
  for (std::size_t i = front; i-- > 1;) {
    const bool begins = text.between(i).find_first_of(",;") != std::string_view::npos;
    if (begins && lists(tables::kPointers, text.word(i))) return true;
  }
  return false;
}

// Ana, in front of what she is or does.
bool is_person_at(const Text& text, std::size_t i) {
  const std::string_view name = text.all[i].text;
  return is_capital(name) && !is_stop_word(text.word(i)) &&
         !lists(tables::kWeekdays, text.word(i)) && !lists(tables::kMonths, text.word(i)) &&
         !is_me(text.word(i)) &&
         (text.word(i + 1) == "is" || text.word(i + 1) == "has" || text.word(i + 1) == "lives" ||
          text.word(i + 1) == "works");
}

// What joins the clause that begins at word i to the one before.
enum class Joint : std::uint8_t { kNone, kAnd, kBut, kSemicolon, kComma };

Joint joint_before(const Text& text, std::size_t i) {
  const std::string_view before = text.word(i - 1);
  const bool blank = text.between(i) == " ";
  if (blank && before == "and") return Joint::kAnd;
  if (blank && before == "but") return Joint::kBut;
  if (text.between(i).starts_with(';')) return Joint::kSemicolon;
  return text.between(i).starts_with(", ") ? Joint::kComma : Joint::kNone;
}

// How many words stand in front of the joint.
std::size_t words_in_front(Joint joint, std::size_t i) {
  return joint == Joint::kAnd || joint == Joint::kBut ? i - 1 : i;
}

constexpr std::array<std::string_view, 3> kClauseMarks = {", ", ";", " and "};

// The sentence in two at word i, where a subject of its own begins there.
std::optional<std::pair<std::string, std::string>> cut_at_subject(const Text& text, std::size_t i) {
  const Joint joint = joint_before(text, i);
  const std::size_t front = words_in_front(joint, i);
  const bool mine = is_me(text.word(i)) || is_first_person(text.word(i));
  if (joint == Joint::kNone || front < 2 || (!mine && !is_person_at(text, i))) return std::nullopt;
  if (!mine && joint == Joint::kComma) return std::nullopt;
  if (holds_tie(text, front, is_me(text.word(i))) || leans_in_front(text, front) ||
      points_back(text, i, true))
    return std::nullopt;
  const auto left = read_clause(text.front(front));
  const auto right = read_clause(text.back(i));
  if (!left || !right) return std::nullopt;
  // "I went home and I slept": one after the other.
  if (left->when == When::kNotNow && right->when == When::kNotNow) return std::nullopt;
  // "I moved, I'm in Delft now": the second explains the first.
  if (joint == Joint::kComma && (left->when == When::kNotNow || !right->state)) return std::nullopt;
  if (!mine && !(left->state && right->state)) return std::nullopt;
  return std::pair(text.front(front), text.back(i));
}

// Whether a verb of the same subject stands at word i, `first_person` in the plain form.
bool is_second_verb(const Text& text, std::size_t i, bool first_person, std::size_t front) {
  const std::string_view word = text.word(i);
  const std::string_view next = text.word(i + 1);
  if (next.empty()) return false;
  if (word == "don't" || word == "doesn't" || word == "can't" || word == "cannot")
    return is_plain_verb(next) && i + 2 < text.size() && text.word(text.size() - 1) != "to";
  const std::string base = plain_form(word);
  const bool third = base != word && word != "am" && word != "are";
  if (third == first_person || !lists(tables::kLastingVerbs, base)) return false;
  if (base == "have") return !has_perfect(text.lower, i + 1);
  if (base == "be") return next.size() < 5 || !next.ends_with("ing");
  if (lists(tables::kSureVerbs, base)) return true;
  // "a home and work phone", but "in Graz and study law".
  const std::string_view before = text.all[front - 1].text;
  return lists(tables::kBehindVerbs, next) || has_digit(next) || next.ends_with("ing") ||
         is_capital(text.all[i + 1].text) || is_capital(before) || has_digit(before);
}

// The sentence in two where another verb of its subject follows at word i.
std::optional<std::pair<std::string, std::string>> cut_at_verb(const Text& text,
                                                               const SplitClause& clause,
                                                               std::size_t i) {
  const Joint joint = joint_before(text, i);
  const std::size_t front = words_in_front(joint, i);
  if (joint == Joint::kNone || front < clause.verb + 2) return std::nullopt;
  const bool first_person = clause.subject == "I" || clause.subject == "We";
  std::size_t verb = i;
  while (is_mid_adverb(text.word(verb))) ++verb;
  if (!is_second_verb(text, verb, first_person, front)) return std::nullopt;
  if (holds_tie(text, front) || points_back(text, i, first_person)) return std::nullopt;
  for (std::size_t k = i; k < text.size(); ++k) {
    if (lists(tables::kSharedEnds, text.word(k))) return std::nullopt;
  }
  // "I don't smoke cigars and drink whisky": neither.
  const bool denied = denies(text.word(i)) || denies(text.word(verb));
  if (clause.denied && !denied && joint != Joint::kBut) return std::nullopt;
  return std::pair(text.front(front), clause.subject + " " + text.back(i));
}

std::optional<std::pair<std::string, std::string>> cut_once(const std::string& sentence) {
  static constexpr std::array<std::string_view, 4> kJoints = {" and ", " but ", "; ", ", "};
  if (!holds_any(sentence, kJoints)) return std::nullopt;
  const Text text(sentence);
  for (std::size_t i = 2; i + 1 < text.size(); ++i) {
    if (auto cut = cut_at_subject(text, i)) return cut;
  }
  const auto clause = read_clause(sentence);
  if (!clause || !clause->state) return std::nullopt;
  for (std::size_t i = clause->verb + 2; i + 1 < text.size(); ++i) {
    if (auto cut = cut_at_verb(text, *clause, i)) return cut;
  }
  return std::nullopt;
}

// "I live in Bristol with my partner": with whom somebody lives holds when the place no longer
// does.
std::optional<std::pair<std::string, std::string>> cut_at_company(const std::string& sentence) {
  constexpr std::string_view kWith = " with ";
  const std::size_t with = sentence.find(kWith);
  if (with == std::string::npos) return std::nullopt;
  const Text text(sentence);
  const auto clause = read_clause(sentence);
  if (!clause || clause->denied || plain_form(text.word(clause->verb)) != "live" ||
      text.word(clause->verb + 1) != "in" || text.size() < clause->verb + 5 ||
      !is_capital(text.all[clause->verb + 2].text)) {
    return std::nullopt;
  }
  const std::string front = sentence.substr(0, with);
  const std::string company = sentence.substr(with + kWith.size());
  const std::string whose = lower_words(company).front();
  const bool own = is_first_person(whose) || whose == "their" || whose == "his" || whose == "her";
  const std::size_t verb_end = text.end_of(clause->verb);
  if (!own || with < verb_end || holds_any(front, kClauseMarks) || holds_tie(text, text.size()))
    return std::nullopt;
  return std::pair(front, sentence.substr(0, verb_end) + std::string(kWith) + company);
}

void add_facts(const std::string& sentence, std::vector<std::string>& facts) {
  const auto cut = cut_once(sentence);
  if (!cut) {
    facts.push_back(sentence);
    return;
  }
  add_facts(cut->first, facts);
  add_facts(cut->second, facts);
}

// "hat ein Haus gekauft", "ist in Kiel geboren": no state.
bool ends_in_participle(std::string_view part) {
  const std::string_view last = words(part).back().text;  // "Gent" is none
  return (last.starts_with("ge") && (last.ends_with("t") || last.ends_with("en"))) ||
         last.ends_with("iert") || last.ends_with("ogen") || last.ends_with("standen");
}

// The word of a German clause that is its verb, if it says how things are.
std::optional<std::size_t> german_state(const std::string& clause, std::string_view name) {
  constexpr std::size_t kFar = 4;
  const Text text(clause);
  if (text.size() < 3 || ends_in_participle(clause)) return std::nullopt;
  const bool owned = text.all[0].text == std::string(name) + "s";
  if (!owned && text.all[0].text != name) return std::nullopt;
  for (std::size_t i = 1; i < std::min(text.size() - 1, owned ? kFar : 2); ++i) {
    if (lists(tables::kGermanStates, text.word(i))) return i;
  }
  return std::nullopt;
}

bool is_tied(const Text& text) {
  return std::any_of(text.lower.begin(), text.lower.end(),
                     [](const std::string& word) { return lists(tables::kGermanTies, word); });
}

std::optional<std::pair<std::string, std::string>> cut_german(const std::string& told,
                                                              std::string_view name) {
  const Text text(told);
  if (text.size() == 0 || !text.all[0].text.starts_with(name) || is_tied(text)) return std::nullopt;
  for (std::size_t i = 3; i + 1 < text.size(); ++i) {
    const bool joins =
        (text.word(i - 1) == "und" || text.word(i - 1) == "aber") && text.between(i) == " ";
    const bool mark = text.between(i).starts_with(", ") || text.between(i).starts_with("; ");
    if (!joins && !mark) continue;
    const std::size_t end = joins ? i - 1 : i;
    const std::string left = text.front(end);
    const auto first = german_state(left, name);
    if (!first) continue;
    const bool own = text.all[i].text.starts_with(name);
    if (!own && !joins) continue;
    const std::string right = own ? text.back(i) : Text(left).front(*first) + " " + text.back(i);
    if (!german_state(right, name)) continue;
    if (!own && !lists(tables::kGermanStates, text.word(i))) continue;
    const bool back =
        std::any_of(text.lower.begin() + static_cast<std::ptrdiff_t>(i), text.lower.end(),
                    [](const std::string& word) { return lists(tables::kGermanPointers, word); });
    if (!back) return std::pair(left, right);
  }
  return std::nullopt;
}

void add_german_facts(const std::string& told, std::string_view name,
                      std::vector<std::string>& facts) {
  const auto cut = cut_german(told, name);
  if (!cut) {
    facts.push_back(told);
    return;
  }
  add_german_facts(cut->first, name, facts);
  add_german_facts(cut->second, name, facts);
}

}  // namespace

std::vector<std::string> clauses_apart(const std::string& sentence) {
  std::vector<std::string> facts;
  // What is quoted, asked or listed stays together.
  static constexpr std::array<std::string_view, 4> kWhole = {"\"", "“", "?", ": "};
  if (holds_any(sentence, kWhole)) {
    facts.push_back(sentence);
  } else {
    add_facts(sentence, facts);
  }
  return facts;
}

std::vector<std::string> single_facts(const std::string& sentence) {
  std::vector<std::string> facts;
  for (const std::string& clause : clauses_apart(sentence)) {
    const auto cut = cut_at_company(clause);
    facts.push_back(cut ? cut->first : clause);
    if (cut) facts.push_back(cut->second);
  }
  return facts;
}

std::vector<std::string> single_german_facts(const std::string& told, std::string_view name) {
  std::vector<std::string> facts;
  add_german_facts(told, name, facts);
  return facts;
}

}  // namespace pyramid::engine::builtin
