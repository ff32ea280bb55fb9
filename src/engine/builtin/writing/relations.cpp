#include "engine/builtin/writing/relations.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/tables/relations.hpp"
#include "engine/builtin/writing/clock.hpp"
#include "engine/builtin/writing/contrast.hpp"
#include "engine/builtin/writing/dates.hpp"
#include "engine/builtin/writing/verbs.hpp"
#include "engine/text/language.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

namespace pyramid::engine::builtin::writing {
namespace {

using tables::kAttributes;
using tables::kLeavings;
using tables::kPatterns;
using tables::kTools;
using tables::Leaving;
using tables::Pattern;
using tables::Value;

// The words of a value: until something else about the fact begins.
std::vector<std::string> value_words(std::string_view rest, bool lower = true) {
  static constexpr std::array<std::string_view, 22> kEnds = {
      "as",    "with",  "since", "around", "for",  "from",  "because", "and",
      "but",   "where", "who",   "when",   "near", "after", "before",  "until",
      "which", "that",  "since", "over",   "by",   "again"};
  std::vector<std::string> out;
  std::size_t last_end = 0;
  for (const Word& word : words(rest)) {
    const std::string_view between = rest.substr(last_end, word.begin - last_end);
    if (!out.empty() && between.find_first_of(",;:(") != std::string_view::npos &&
        between.find(' ') != std::string_view::npos) {
      break;  // but not inside 1,850
    }
    const bool more =
        std::find(kEnds.begin(), kEnds.end(), word.text) != kEnds.end() ||
        ((word.text == "in" || word.text == "on" || word.text == "at") && !out.empty());
    if (more) break;
    out.push_back(lower ? utf8::lower(word.text) : std::string(word.text));
    last_end = word.begin + word.text.size();
  }
  return out;
}

bool fits(Value kind, std::string_view rest) {
  const std::vector<std::string> value = value_words(rest, false);
  if (value.empty()) return false;
  switch (kind) {
    case Value::kAny:
      return true;
    case Value::kName:
      return is_capital(value[0]);
    case Value::kNumber:
      return has_digit(value[0]);
    case Value::kDate:
      return has_digit(value[0]) || tells_time(value[0]);
    case Value::kClock:
      return !clock_value(rest).empty();
    case Value::kPlace:
      return is_capital(value[0]) && !has_digit(value.back()) && !tells_time(value[0]) &&
             !std::binary_search(std::begin(kTools), std::end(kTools), utf8::lower(value[0]));
  }
  return false;
}

// "The Kestrel release" and "Kestrel's release" are one.
std::string plain_subject(const Fact& fact) {
  std::string plain = replace_all(replace_all(fact.subject, "'s", ""), "’s", "");
  return plain.starts_with("The ") ? plain.substr(4) : plain;
}

// What follows `pattern` in the predicate, adverbs skipped; nullopt where it does not begin so.
std::optional<std::string_view> behind(std::string_view pattern, std::string_view predicate,
                                       const std::vector<Word>& all) {
  std::size_t at = 0;
  for (const std::string_view wanted : split(pattern, ' ')) {
    while (at < all.size() && is_adverb(all[at].text) && all[at].text != "not" &&
           all[at].text != "never") {
      ++at;
    }
    if (at >= all.size() || all[at].text != wanted) return std::nullopt;
    ++at;
  }
  return at < all.size() ? std::optional(predicate.substr(all[at].begin)) : std::nullopt;
}

// What follows "is", "went up to" and their kind.
std::optional<std::string_view> value_of_attribute(const Fact& fact, const std::vector<Word>& all) {
  for (const std::string_view becomes : tables::kBecoming) {
    if (const auto value = behind(becomes, fact.predicate, all)) return value;
  }
  return std::nullopt;
}

// "1 May 2026"
bool is_day(std::string_view value) {
  const std::vector<Word> all = words(value);
  return all.size() > 1 && has_digit(all[0].text) && is_capital(all[1].text) &&
         tells_time(all[1].text);
}

// "User's email is x", "User's favourite colour is green": the subject's own last noun.
std::optional<Relation> attribute(const Fact& fact, const std::vector<Word>& all) {
  const std::optional<std::string_view> value = value_of_attribute(fact, all);
  if (!value) return std::nullopt;
  const std::vector<Word> subject = words(fact.subject);
  if (subject.size() < 2) return std::nullopt;
  const std::string noun = utf8::lower(subject.back().text);
  const std::string first = utf8::lower(subject[subject.size() > 2 ? 1 : 0].text);
  const bool favourite = first == "favourite" || first == "favorite";
  if (!favourite && !std::binary_search(std::begin(kAttributes), std::end(kAttributes), noun)) {
    return std::nullopt;
  }
  std::string key = fact.subject;
  for (const auto& [from, to] :
       {std::pair<std::string_view, std::string_view>{"favorite", "favourite"},
        {"color", "colour"},
        {" new ", " "},
        {" current ", " "}}) {
    key = replace_all(key, from, to);
  }
  if (key.ends_with("'s number")) key.insert(key.size() - 6, "phone ");
  // "The deadline is 1 May" and "the deadline is on 1 May" are one.
  if (is_day(*value)) {
    return Relation{plain_subject(fact) + "/date", value_words(*value)};
  }
  // "The number is 0170 55511" tells no less than "the number ends in 11".
  if (fact.predicate.starts_with("ends in ")) key += "/end";
  return Relation{key + "/is", value_words(*value)};
}

// "has 2 cats", "is 34 years old", "turned 8".
std::optional<Relation> count(const Fact& fact, const std::vector<Word>& all) {
  static constexpr std::array<std::string_view, 12> kNumbers = {"one",  "two", "three",  "four",
                                                                "five", "six", "seven",  "eight",
                                                                "nine", "ten", "eleven", "twelve"};
  if (all.size() < 2) return std::nullopt;
  const std::string_view verb = all[0].text;
  const std::string_view number = all[1].text;
  if (!has_digit(number) && std::find(kNumbers.begin(), kNumbers.end(), number) == kNumbers.end()) {
    return std::nullopt;
  }
  const bool years = all.size() > 3 && all[2].text == "years" && all[3].text == "old";
  if ((verb == "is" && (years || all.size() == 2)) ||
      (verb == "turned" && all[1].text.size() < 3)) {
    return Relation{fact.subject + "/age", {std::string(number)}};
  }
  if (verb != "has" || all.size() < 3) return std::nullopt;
  return Relation{fact.subject + "/has " + stem(utf8::lower(all[2].text)), {std::string(number)}};
}

// What a fact puts an end to: the content of "cancelled X", "no longer X", "stopped X".
std::optional<std::vector<std::string>> ended(const Fact& fact) {
  static constexpr std::array<std::string_view, 8> kEndings = {
      "no longer", "cancelled", "canceled",       "stopped",
      "quit",      "gave up",   "decided not to", "dropped"};
  // "is no longer at Acme"
  const std::size_t be = fact.predicate.starts_with("is no longer ") ? 3 : 0;
  const std::string_view predicate = std::string_view(fact.predicate).substr(be);
  const std::vector<Word> all = words(predicate);
  for (const std::string_view ending : kEndings) {
    const auto rest = behind(ending, predicate, all);
    if (!rest) continue;
    // "no longer plays tennis, their knee hurts": the reason is over for nobody.
    const std::string_view what = rest->substr(0, rest->find(", "));
    return make_fact("It is " + std::string(what) + ".", fact.at).stems;
  }
  return std::nullopt;
}

// What the subject has no more: "left Acme" ends that it is the employer.
std::optional<Relation> left(const Fact& fact) {
  const std::vector<Word> all = words(fact.predicate);
  for (const Leaving& leaving : kLeavings) {
    const auto rest = behind(leaving.words, fact.predicate, all);
    if (!rest || !fits(Value::kName, *rest)) continue;
    return Relation{plain_subject(fact) + "/" + std::string(leaving.relation), value_words(*rest)};
  }
  return std::nullopt;
}

// "moved from Austin to Denver": where to.
std::optional<Relation> moved_between(const Fact& fact, const std::vector<Word>& all) {
  for (const std::string_view from : {"moved from", "has moved from", "relocated from"}) {
    const auto rest = behind(from, fact.predicate, all);
    if (!rest || !fits(Value::kPlace, *rest)) continue;
    const std::size_t to = rest->find(" to ");
    if (to == std::string_view::npos || !fits(Value::kPlace, rest->substr(to + 4))) continue;
    return Relation{plain_subject(fact) + "/home", value_words(rest->substr(to + 4))};
  }
  return std::nullopt;
}

// What somebody turned away from: "prefers tea to coffee", "prefers tea over coffee".
std::vector<std::string> turned_down(const Fact& fact) {
  if (fact.verb_stem != stem("prefer")) return {};
  for (const std::string_view than : {" over ", " to ", " instead of ", ", not "}) {
    const std::size_t at = fact.predicate.find(than);
    if (at == std::string::npos) continue;
    return make_fact("It is " + fact.predicate.substr(at + than.size()) + ".", fact.at).stems;
  }
  return {};
}

// Whether both are about one journey: "the trip …" and "User is going …".
bool are_one_journey(const Fact& newer, const Fact& older) {
  static constexpr std::array<std::string_view, 6> kJourneys = {"trip",    "flight",   "holiday",
                                                                "journey", "vacation", "train"};
  static constexpr std::array<std::string_view, 6> kTravels = {"going", "flying",    "travelling",
                                                               "flies", "traveling", "visiting"};
  const std::vector<Word> subject = words(newer.subject);
  const bool journey = !subject.empty() && std::find(kJourneys.begin(), kJourneys.end(),
                                                     subject.back().text) != kJourneys.end();
  const std::vector<Word> all = words(older.predicate);
  return journey && older.subject == "User" && older.tense != Tense::kPast &&
         std::any_of(all.begin(), all.end(), [](const Word& word) {
           return std::find(kTravels.begin(), kTravels.end(), word.text) != kTravels.end();
         });
}

bool same_value(const Relation& a, const Relation& b) {
  const std::size_t shared = std::min(a.value.size(), b.value.size());
  return shared > 0 &&
         std::equal(a.value.begin(), a.value.begin() + static_cast<std::ptrdiff_t>(shared),
                    b.value.begin());
}

}  // namespace

std::optional<Relation> relation_of(const Fact& fact) {
  if (fact.predicate.empty() || fact.negative) return std::nullopt;
  const std::vector<Word> all = words(fact.predicate);
  for (const Pattern& pattern : kPatterns) {
    const auto rest = behind(pattern.words, fact.predicate, all);
    if (!rest || !fits(pattern.value, *rest)) continue;
    const bool date = pattern.relation == "date";
    const std::vector<std::string> clock =
        date || pattern.relation == "time" ? clock_value(*rest) : std::vector<std::string>();
    const bool person = fact.subject == "User" || fact.subject == "Assistant";
    if (person && (date || !clock.empty())) break;
    if (!clock.empty()) return Relation{plain_subject(fact) + time_key(fact, clock), clock};
    return Relation{plain_subject(fact) + "/" + std::string(pattern.relation), value_words(*rest)};
  }
  if (auto found = moved_between(fact, all)) return found;
  if (auto found = attribute(fact, all)) return found;
  return count(fact, all);
}

Claim claim_of(Fact fact) {
  Claim claim;
  Contrast contrast = contrast_of(fact);
  claim.relation = relation_of(contrast.said);
  claim.denied = std::move(contrast.denied);
  claim.ended = ended(fact);
  claim.left = left(fact);
  claim.down = turned_down(fact);
  claim.fact = std::move(fact);
  return claim;
}

namespace {

bool puts_an_end(const Claim& newer, const Claim& older) {
  if (!newer.ended || newer.ended->empty() || older.ended || older.fact.negative) return false;
  // "Is no longer at the Maes practice" ends work there, and no liking of it.
  static constexpr std::array<std::string_view, 6> kBeing = {"is",      "works",   "lives",
                                                             "studies", "teaches", "stays"};
  if (newer.fact.verb == "is" &&
      std::find(kBeing.begin(), kBeing.end(), older.fact.verb) == kBeing.end())
    return false;
  const std::vector<std::string>& named = older.fact.anchors;
  // Every name that the ending gives must be in the older fact, dates and numbers aside.
  const bool same = std::all_of(newer.fact.anchors.begin(), newer.fact.anchors.end(),
                                [&](const std::string& anchor) {
                                  return named.empty() || has_digit(anchor) ||
                                         std::binary_search(named.begin(), named.end(), anchor);
                                });
  return same && containment(*newer.ended, older.fact.stems) >= 0.99 &&
         newer.ended->size() + 2 >= older.fact.stems.size();
}

bool turns_round(const Claim& newer, const Claim& older) {
  if (newer.down.empty() || older.fact.verb_stem != newer.fact.verb_stem) return false;
  std::vector<std::string> chosen;
  std::set_difference(older.fact.stems.begin(), older.fact.stems.end(), older.down.begin(),
                      older.down.end(), std::back_inserter(chosen));
  return containment(newer.down, chosen) >= 0.99;
}

// "runs 10 km on Sundays", then "runs 12 km on Sundays": a habit with another number.
bool changes_number(const Fact& newer, const Fact& older) {
  if (newer.tense != Tense::kPresent || older.tense != Tense::kPresent) return false;
  if (newer.verb_stem != older.verb_stem || newer.negative || older.negative) return false;
  if (newer.stems != older.stems || newer.stems.size() < 2) return false;
  if (tells_time(newer.text) || tells_time(older.text)) return false;
  const auto names_of = [](const Fact& fact) {
    std::vector<std::string_view> names;
    for (const std::string& anchor : fact.anchors) {
      if (!has_digit(anchor)) names.emplace_back(anchor);
    }
    return names;
  };
  const auto names = names_of(newer);
  return names == names_of(older) && names.size() < newer.anchors.size() &&
         newer.anchors.size() == older.anchors.size();
}

// "bought a house for 310,000 euros, not 300,000" of the same with 300,000: nothing else differs.
// Of "visited Lisbon, not Porto" one may have done both.
bool differs_by_number(const Claim& newer, const Claim& older) {
  const Fact& now = newer.fact;
  const Fact& then = older.fact;
  if (!has_digit(newer.denied.front()) || now.verb_stem != then.verb_stem ||
      !std::includes(now.stems.begin(), now.stems.end(), then.stems.begin(), then.stems.end())) {
    return false;
  }
  return now.stems.size() <= then.stems.size() + 1 &&
         std::includes(now.anchors.begin(), now.anchors.end(), then.anchors.begin(),
                       then.anchors.end());
}

// "The trip is to Porto, not Lisbon": what has Lisbon in its place does not hold.
bool denies(const Claim& newer, const Claim& older) {
  const std::vector<std::string>& named = older.fact.anchors;
  if (newer.denied.empty() || older.fact.negative || older.denied == newer.denied) return false;
  const bool held = std::all_of(newer.denied.begin(), newer.denied.end(), [&](const auto& word) {
    return std::binary_search(named.begin(), named.end(), word);
  });
  if (!held) return false;
  return are_one_journey(newer.fact, older.fact) ||
         (plain_subject(newer.fact) == plain_subject(older.fact) &&
          (newer.fact.subject != "User" ? newer.fact.verb_stem == older.fact.verb_stem
                                        : differs_by_number(newer, older)));
}

}  // namespace

Ground ground_of(const Claim& newer, const Claim& older) {
  const Fact& now = newer.fact;
  const Fact& then = older.fact;
  if (now.predicate.empty() || then.predicate.empty()) return Ground::kNone;
  if (denies(newer, older)) return Ground::kDenied;
  if (newer.relation && older.relation && newer.relation->key == older.relation->key) {
    if (!same_value(*newer.relation, *older.relation)) return Ground::kOtherValue;
    // The same value again: the one that says less goes.
    const bool says_all = std::includes(now.anchors.begin(), now.anchors.end(),
                                        then.anchors.begin(), then.anchors.end()) &&
                          now.stems.size() >= then.stems.size();
    return says_all ? Ground::kSameValue : Ground::kNone;
  }
  if (newer.left && older.relation && newer.left->key == older.relation->key &&
      same_value(*newer.left, *older.relation)) {
    return Ground::kEnded;
  }
  if (now.subject != then.subject) return Ground::kNone;
  if (puts_an_end(newer, older)) return Ground::kEnded;
  if (turns_round(newer, older)) return Ground::kTurnedDown;
  return changes_number(now, then) ? Ground::kOtherNumber : Ground::kNone;
}

bool replaces(const Fact& newer, const Fact& older) {
  return ground_of(claim_of(newer), claim_of(older)) != Ground::kNone;
}

}  // namespace pyramid::engine::builtin::writing
