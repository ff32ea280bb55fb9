#include "engine/ending.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/reading/match.hpp"
#include "engine/builtin/tables/people.hpp"
#include "engine/tables/ending.hpp"
#include "engine/text/language.hpp"
#include "engine/text/lists.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace pyramid::engine {

namespace {

namespace writing = builtin::writing;
using writing::Fact;
using writing::Tense;
using Words = std::vector<std::string>;

bool holds_all_words(const Words& all, const Words& some) {
  return std::all_of(some.begin(), some.end(), [&](const std::string& word) {
    return std::find(all.begin(), all.end(), word) != all.end();
  });
}

// Lower case, "Rex's" as "rex".
Words lower_words(std::string_view text) {
  Words all;
  for (const Word& word : words(text)) {
    std::string lower = utf8::lower(word.text);
    if (lower != "user's" && lower.ends_with("'s")) lower.resize(lower.size() - 2);
    all.push_back(std::move(lower));
  }
  return all;
}

Words stems_of(const Words& all) {
  Words stems;
  for (const std::string& word : all) stems.push_back(writing::canonical_stem(word));
  return stems;
}

// Up to where the reason or the next clause begins.
std::string_view first_clause(std::string_view text) {
  for (const std::string_view end :
       {",", ";", ":", " (", " because ", " since ", " due to ", " but ", " when ", " after ",
        " last ", " around ", " yesterday", " today", " recently", " ago"}) {
    text = text.substr(0, text.find(end));
  }
  return trim(text);
}

// The same up to where and when it was.
std::string_view first_part(std::string_view text) {
  text = first_clause(text);
  for (const std::string_view end : {" on ", " in "}) text = text.substr(0, text.find(end));
  return trim(text);
}

// Lower case, without what leads up to a thing.
Words without_leading(std::string_view text) {
  Words all = lower_words(text);
  const auto begin = std::find_if_not(all.begin(), all.end(), [](const std::string& word) {
    return lists(tables::kLeadingUp, word);
  });
  all.erase(all.begin(), begin);
  return all;
}

// "the old Volvo in May" -> "volvo".
Words thing_in(std::string_view text) { return without_leading(first_part(text)); }

bool names_something(std::string_view text) {
  const std::vector<Word> all = words(first_part(text));
  return std::any_of(all.begin(), all.end(), [](const Word& word) {
    return word.text != "User" && word.text != "User's" &&
           (is_capital(word.text) || word.text.find_first_of("0123456789") != word.text.npos);
  });
}

// "the Volvo", "Miso"; not "a bike", which may be another one.
bool is_known_one(std::string_view text) {
  const Words all = lower_words(text);
  return names_something(text) || (!all.empty() && lists(tables::kDefinite, all.front()));
}

// The predicate without "has", "just", "finally" and their kind in front.
std::string_view main_part(const Fact& fact) {
  std::string_view text = fact.predicate;
  for (const std::string_view lead : {"has ", "have ", "had ", "just ", "recently ", "finally ",
                                      "already ", "now ", "also ", "really ", "officially "}) {
    if (lead == "had " && text.starts_with("had to ")) continue;
    if (text.starts_with(lead)) text.remove_prefix(lead.size());
  }
  return text;
}

// What follows `opening` as whole words.
std::optional<std::string_view> behind(std::string_view text, std::string_view opening) {
  if (!text.starts_with(opening)) return std::nullopt;
  text.remove_prefix(opening.size());
  if (!text.empty() && text.front() != ' ' && text.front() != ',') return std::nullopt;
  return trim(text);
}

std::optional<Ending> ended(Ending::Of of, const std::string& whose, Words words) {
  if (words.empty()) return std::nullopt;
  Words stems = stems_of(words);
  return Ending{of, whose, std::move(words), std::move(stems)};
}

std::optional<Ending> exchange_in(const Fact& fact) {
  const std::string_view text = main_part(fact);
  for (const auto& [opening, joint] : tables::kExchanges) {
    const auto rest = behind(text, opening);
    const std::size_t at = rest ? rest->find(joint) : std::string_view::npos;
    if (at == std::string_view::npos || first_part(*rest).size() < at) continue;
    const std::string_view gone = rest->substr(0, at);
    // "replaced a tyre with …", "left work for lunch": only what has a name, or is one's own.
    if ((opening == "left" || opening == "moved from") && !names_something(gone)) continue;
    if (behind(gone, "a") || behind(gone, "an")) continue;
    // "from coffee to tea in the evening": not at other times.
    if (builtin::holds_any(rest->substr(at + joint.size()), tables::kOnlyThen)) return std::nullopt;
    return ended(Ending::Of::kUse, fact.subject, thing_in(gone));
  }
  return std::nullopt;
}

std::optional<Ending> parting_in(const Fact& fact) {
  const std::string_view text = main_part(fact);
  for (const std::string_view parting : tables::kPartings) {
    const auto rest = behind(text, parting);
    if (rest && is_known_one(*rest)) {
      return ended(Ending::Of::kThing, fact.subject, thing_in(*rest));
    }
  }
  for (const std::string_view parting : tables::kPartingsAround) {
    const auto rest = behind(text, parting);
    if (!rest || !is_known_one(*rest)) continue;
    for (const std::string_view end : tables::kPartingEnds) {
      const std::size_t at = first_part(*rest).find(end);
      const bool whole = at != std::string_view::npos &&
                         (at + end.size() >= rest->size() || (*rest)[at + end.size()] == ' ' ||
                          (*rest)[at + end.size()] == ',');
      if (whole) return ended(Ending::Of::kThing, fact.subject, thing_in(rest->substr(0, at)));
    }
  }
  for (const std::string_view death : tables::kDeaths) {
    const bool known = names_something(fact.subject) || fact.subject.starts_with("User's ");
    if (known && behind(text, death)) {
      return ended(Ending::Of::kThing, "User", thing_in(fact.subject));
    }
  }
  return std::nullopt;
}

std::optional<Ending> stop_in(const Fact& fact) {
  const std::string_view text = main_part(fact);
  for (const std::string_view stop : tables::kStops) {
    const auto rest = behind(text, stop);
    if (!rest) continue;
    Words what = lower_words(first_clause(*rest));
    std::erase_if(what, [](const std::string& word) { return is_stop_word(word); });
    // "stopped working on Sundays" ends no work.
    const bool often = std::any_of(what.begin(), what.end(), [](const std::string& word) {
      return lists(tables::kOften, word);
    });
    return often ? std::nullopt : ended(Ending::Of::kDoing, fact.subject, std::move(what));
  }
  return std::nullopt;
}

std::optional<Ending> quitting_in(const Fact& fact) {
  const std::string_view text = main_part(fact);
  for (const std::string_view quitting : tables::kQuittings) {
    const auto rest = behind(text, quitting);
    if (!rest) continue;
    for (const std::string_view joint : {"at ", "from ", "with "}) {
      if (rest->starts_with(joint)) {
        return ended(Ending::Of::kWork, fact.subject, thing_in(rest->substr(joint.size())));
      }
    }
    // "resigned as treasurer": that was no job.
    if (!rest->empty() && rest->front() != ',' && first_part(*rest).starts_with("as ")) break;
    return Ending{Ending::Of::kWork, fact.subject, {}, {}};
  }
  return std::nullopt;
}

std::optional<Ending> separation_in(const Fact& fact) {
  const std::string_view text = main_part(fact);
  for (const std::string_view separation : tables::kSeparations) {
    const auto rest = behind(text, separation);
    if (rest && names_something(*rest)) {
      return ended(Ending::Of::kPartner, fact.subject, thing_in(*rest));
    }
  }
  return std::nullopt;
}

// "Robin and User broke up": find_parts() sees one subject in "User" at most.
std::optional<Ending> mutual_separation_in(const Fact& fact) {
  std::string_view text = fact.text;
  std::string_view other;
  if (text.starts_with("User and ")) {
    other = text.substr(9);
  } else if (const std::size_t at = text.find(" and User "); at != std::string_view::npos) {
    other = text;
  } else {
    return std::nullopt;
  }
  for (const std::string_view separation : tables::kMutualSeparations) {
    const std::size_t at = other.find(" " + std::string(separation));
    if (at == std::string_view::npos) continue;
    std::string_view who = other.substr(0, at);
    who = who.substr(0, who.find(" and User"));
    constexpr std::size_t kLongestName = 3;
    if (words(who).size() > kLongestName || !is_capital(who)) return std::nullopt;
    return ended(Ending::Of::kPartner, "User", thing_in(who));
  }
  return std::nullopt;
}

// Not "Maria" or "User's sister": who "is off" went away.
bool names_a_plan(std::string_view subject) {
  const std::vector<Word> all = words(subject);
  return std::any_of(all.begin(), all.end(), [](const Word& word) {
    const std::string lower = utf8::lower(word.text);
    const bool somebody = lists(tables::kSheRelations, lower) ||
                          lists(tables::kHeRelations, lower) || lists(tables::kAgents, lower);
    return !is_capital(word.text) && !somebody && !lists(tables::kLeadingUp, lower);
  });
}

std::optional<Ending> cancellation_in(const Fact& fact) {
  if (!names_a_plan(fact.subject)) return std::nullopt;
  for (const std::string_view cancellation : tables::kCancellations) {
    if (!behind(fact.predicate, cancellation)) continue;
    Words what;
    for (std::string& word : lower_words(fact.subject)) {
      if (!lists(tables::kLeadingUp, word)) what.push_back(std::move(word));
    }
    // "The meeting" may be another one.
    if (!names_something(fact.subject) && !fact.subject.starts_with("User's ")) break;
    return ended(Ending::Of::kPlan, "", std::move(what));
  }
  return std::nullopt;
}

std::optional<Ending> choice_in(const Fact& fact) {
  constexpr std::string_view kInstead = " instead of ";
  const std::size_t at = fact.text.rfind(kInstead);
  if (at == std::string::npos || fact.tense == Tense::kPast) return std::nullopt;
  auto found = ended(Ending::Of::kOneOfTwo, fact.subject,
                     thing_in(std::string_view(fact.text).substr(at + kInstead.size())));
  if (found) found->stems = stems_of(lower_words(fact.text));
  return found;
}

// The words of the object, from where it begins: "uses GitLab for CI" -> "gitlab", "for", "ci".
Words object_of(const Fact& fact) {
  Words all = lower_words(fact.predicate);
  auto at = std::find(all.begin(), all.end(), utf8::lower(fact.verb));
  if (at != all.end()) ++at;
  at = std::find_if_not(at, all.end(),
                        [](const std::string& word) { return lists(tables::kLeadingUp, word); });
  return {at, all.end()};
}

bool begins_with(const Words& all, const Words& some) {
  return all.size() >= some.size() && std::equal(some.begin(), some.end(), all.begin());
}

bool is_owned_by(const Fact& fact, const std::string& whose) {
  const std::string owner = whose + "'s ";
  return fact.subject.starts_with(owner) &&
         fact.subject.find("'s ", owner.size()) == std::string::npos;
}

bool ends_use(const Ending& ending, const Fact& older) {
  const bool own = older.subject == ending.whose && lists(tables::kUsing, older.verb);
  const bool owned = is_owned_by(older, ending.whose) && older.verb == "is" &&
                     older.subject.find(" favo") == std::string::npos;  // one may like it still
  return (own || owned) && begins_with(stems_of(object_of(older)), ending.stems);
}

bool ends_thing(const Ending& ending, const Fact& older) {
  const Words object = object_of(older);
  // "User's cat Miso", and "a cat named Miso"
  if (older.subject == ending.whose && lists(tables::kHolding, older.verb)) {
    const Words stems = stems_of(object);
    if (begins_with(stems, ending.stems)) return true;
    const bool called = holds_all_words(object, {"named"}) || holds_all_words(object, {"called"});
    return called && holds_all_words(stems, ending.stems) && object.back() == ending.words.back();
  }
  const bool name = older.predicate.starts_with("is called ") || older.verb == "is";
  return name && is_owned_by(older, ending.whose) && object == ending.words &&
         std::all_of(object.begin(), object.end(), [&](const std::string& word) {
           return std::binary_search(older.anchors.begin(), older.anchors.end(), word);
         });
}

bool ends_doing(const Ending& ending, const Fact& older) {
  if (older.subject != ending.whose) return false;
  Words left;
  for (const std::string& word : lower_words(older.predicate)) {
    const bool digits = word.find_first_of("0123456789") != std::string::npos;
    if (!digits && !lists(tables::kOften, word) && !is_stop_word(word)) left.push_back(word);
  }
  if (!left.empty() && stems_of(left) == ending.stems) return true;
  // "gave up coffee" of "drinks three coffees a day"
  std::erase_if(left, [](const std::string& word) { return lists(tables::kConsuming, word); });
  return lists(tables::kConsuming, older.verb) && !left.empty() && stems_of(left) == ending.stems;
}

bool ends_work(const Ending& ending, const Fact& older) {
  if (older.subject != ending.whose) return false;
  static const std::string work = writing::canonical_stem("work");
  const bool works = older.verb_stem == work || older.predicate.starts_with("is employed ") ||
                     older.predicate.starts_with("has a job ");
  if (ending.words.empty()) {
    return older.predicate.starts_with("works at ") || older.predicate.starts_with("works for ") ||
           older.predicate.starts_with("is employed ");
  }
  const bool there = works || older.predicate.find(" at ") != std::string::npos;
  return there && std::all_of(ending.words.begin(), ending.words.end(), [&](const auto& word) {
           return std::binary_search(older.anchors.begin(), older.anchors.end(), word);
         });
}

bool ends_partner(const Ending& ending, const Fact& older) {
  if (older.subject != ending.whose && !is_owned_by(older, ending.whose)) return false;
  const Words all = lower_words(older.text);
  const bool couple = std::any_of(all.begin(), all.end(), [](const std::string& word) {
    return lists(tables::kCouples, word);
  });
  return couple && holds_all_words(all, ending.words);
}

bool ends_plan(const Ending& ending, const Fact& older) {
  const Words subject = lower_words(older.subject);
  if (holds_all_words(subject, ending.words)) return true;
  // "The trip to Rome", and "User is flying to Rome".
  const Words all = lower_words(older.predicate);
  const bool travels = std::any_of(all.begin(), all.end(), [](const std::string& word) {
    return lists(tables::kTravels, word);
  });
  Words rest = ending.words;
  const auto journeys =
      std::erase_if(rest, [](const std::string& word) { return lists(tables::kJourneys, word); });
  return journeys == 1 && !rest.empty() && travels && older.subject == "User" &&
         holds_all_words(all, rest);
}

bool ends_one_of_two(const Ending& ending, const Fact& older) {
  if (older.subject != ending.whose) return false;
  Words said;
  for (const std::string& word : lower_words(older.predicate)) {
    const bool digits = word.find_first_of("0123456789") != std::string::npos;
    if (!digits && !lists(tables::kOften, word) && !is_stop_word(word)) said.push_back(word);
  }
  // "go" is a language, too.
  const Words all = lower_words(older.predicate);
  return !said.empty() && holds_all_words(all, ending.words) &&
         holds_all_words(ending.stems, stems_of(said));
}

}  // namespace

std::optional<Ending> ending_of(const Fact& fact) {
  if (auto found = mutual_separation_in(fact)) return found;
  if (fact.predicate.empty()) return std::nullopt;
  if (auto found = cancellation_in(fact)) return found;
  for (const auto rule :
       {separation_in, quitting_in, exchange_in, parting_in, stop_in, choice_in}) {
    if (auto found = rule(fact)) return found;
  }
  return std::nullopt;
}

bool ends(const Ending& ending, const Fact& older) {
  if (older.predicate.empty() || older.negative || older.tense == Tense::kPast) return false;
  switch (ending.of) {
    case Ending::Of::kUse:
      return ends_use(ending, older);
    case Ending::Of::kThing:
      return ends_thing(ending, older);
    case Ending::Of::kDoing:
      return ends_doing(ending, older);
    case Ending::Of::kWork:
      return ends_work(ending, older);
    case Ending::Of::kPartner:
      return ends_partner(ending, older);
    case Ending::Of::kPlan:
      return ends_plan(ending, older);
    case Ending::Of::kOneOfTwo:
      return ends_one_of_two(ending, older);
  }
  return false;
}

std::vector<std::string> found_by(const Ending& ending) {
  Words all;
  if (ending.of == Ending::Of::kWork && ending.words.empty()) return all;
  // The last word tells most of "flight to Rome" and "cat Miso".
  if (!ending.words.empty()) {
    all.push_back(ending.words.back());
    all.push_back(writing::canonical_stem(ending.words.back()));
  }
  return all;
}

}  // namespace pyramid::engine
