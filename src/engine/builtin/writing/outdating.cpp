#include "engine/builtin/writing/outdating.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/tables/relations.hpp"
#include "engine/builtin/writing/content.hpp"
#include "engine/builtin/writing/dates.hpp"
#include "engine/builtin/writing/verbs.hpp"
#include "engine/text/language.hpp"
#include "engine/text/lists.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

namespace pyramid::engine::builtin::writing {
namespace {

// A denial with one of these holds for some times, places or ways only, or for nobody sure.
constexpr auto kOnlyThen = std::to_array<std::string_view>(
    {"after", "before", "when",   "if",    "with",    "without", "unless",
     "until", "much",   "yet",    "only",  "just",    "always",  "often",
     "every", "all",    "both",   "more",  "than",    "this",    "enough",
     "may",   "might",  "should", "would", "usually", "could",   "necessarily"});

constexpr auto kOnce =
    std::to_array<std::string_view>({"ship", "launch", "release", "debut", "air", "premiere"});

constexpr auto kWell = std::to_array<std::string_view>(
    {"fine", "healed", "gone", "over", "better", "healthy", "well", "cured"});
constexpr auto kAiling = std::to_array<std::string_view>(
    {"sore", "awful", "hurts", "hurt", "ache", "aches", "painful", "swollen", "worse", "stiff",
     "ill", "sick", "terrible", "injured", "severe", "unwell", "bad", "itchy"});
constexpr auto kBeside =
    std::to_array<std::string_view>({"again", "now", "all", "fully", "completely", "finally"});

constexpr auto kUnvisited = std::to_array<std::string_view>(
    {"has never been to ", "has never been in ", "has never visited ", "has never seen "});
constexpr auto kVisited = std::to_array<std::string_view>(
    {"visited ", "has visited ", "went to ", "flew to ", "drove to ", "travelled to ",
     "traveled to ", "has been to ", "was in ", "stayed in ", "returned from ", "came back from ",
     "got back from ", "is back from ", "is in "});
constexpr auto kSoFar = std::to_array<std::string_view>({"before", "yet", "so far"});
// What may follow a place that is told whole: "visited Japan Travel" was no journey.
constexpr auto kBehindPlace = std::to_array<std::string_view>(
    {"in",   "on",   "for",     "with",      "and",      "last",  "this",    "during",
     "from", "at",   "to",      "after",     "before",   "again", "once",    "twice",
     "by",   "over", "because", "yesterday", "recently", "alone", "together"});

bool is_persons(const Fact& fact) {
  return fact.text.starts_with("User") || fact.text.starts_with("Assistant");
}

// "User's manager Priya is great." takes for granted that the manager is Priya, "has lived in
// Bristol for nine years" that the home is there.
std::optional<Relation> implied_by(const Fact& fact) {
  if (fact.tense != Tense::kPresent || fact.negative) return std::nullopt;
  for (const auto& [opening, relation] :
       {std::pair<std::string_view, std::string_view>{"has lived in ", "/home"},
        {"has worked at ", "/employer"},
        {"has worked for ", "/employer"}}) {
    if (!fact.predicate.starts_with(opening)) continue;
    const std::string_view rest = std::string_view(fact.predicate).substr(opening.size());
    if (!is_capital(rest)) return std::nullopt;
    return Relation{fact.subject + std::string(relation), {utf8::lower(words(rest)[0].text)}};
  }
  const std::vector<Word> subject = words(fact.subject);
  if (subject.size() < 3 || !subject[0].text.ends_with("'s")) return std::nullopt;
  const std::string_view noun = subject[subject.size() - 2].text;
  const std::string_view name = subject.back().text;
  const bool known =
      std::binary_search(std::begin(tables::kAttributes), std::end(tables::kAttributes), noun);
  if (!known || !is_capital(name)) return std::nullopt;
  return Relation{std::string(subject[0].text) + " " + std::string(noun) + "/is",
                  {utf8::lower(name)}};
}

// The predicate up to a reason.
std::string_view without_reason(std::string_view predicate) {
  for (const std::string_view end : {",", " because ", " so ", " since "}) {
    predicate = predicate.substr(0, predicate.find(end));
  }
  return predicate;
}

bool tells_more(std::string_view predicate) {
  for (const std::string_view joint : {" and ", " or ", " but ", ";"}) {
    if (predicate.find(joint) != std::string_view::npos) return true;
  }
  return false;
}

// The names of a clause, dates and numbers aside.
std::vector<std::string> names_in(const Fact& fact, std::string_view clause) {
  std::vector<std::string> names;
  for (const Word& word : words(clause)) {
    if (!is_capital(word.text) || has_digit(word.text) || tells_time(word.text)) continue;
    std::string lower = utf8::lower(word.text);
    if (lower.ends_with("'s")) lower.resize(lower.size() - 2);
    const bool anchor = std::binary_search(fact.anchors.begin(), fact.anchors.end(), lower);
    if (anchor) names.push_back(std::move(lower));
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool denies_for_good(std::string_view clause) {
  bool denies = false;
  for (const Word& word : words(clause)) {
    if (lists(kOnlyThen, word.text) || has_digit(word.text)) return false;
    denies = denies || word.text == "not" || word.text.ends_with("n't");
  }
  return denies;
}

void look_at_clause(const Fact& fact, Outlook& outlook) {
  if (fact.tense == Tense::kPast || fact.predicate.empty()) return;
  std::string_view clause = without_reason(fact.predicate);
  if (fact.negative) {
    // What goes on behind "and" is another matter: "is not moving and stays in Leipzig".
    for (const std::string_view joint : {" and ", " but ", ";"}) {
      clause = clause.substr(0, clause.find(joint));
    }
    if (denies_for_good(clause)) outlook.refused = content_of(clause);
  } else if (!tells_more(fact.predicate)) {
    outlook.content = content_of(clause);
  }
  outlook.names = names_in(fact, clause);
}

// "Pipette 0.4 ships …", "The Kestrel case …"; not "The case …".
bool is_named(const Fact& fact) {
  const std::vector<Word> all = words(fact.subject.empty() ? fact.text : fact.subject);
  const std::size_t far = fact.subject.empty() ? std::min<std::size_t>(all.size(), 1) : all.size();
  return std::any_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(far),
                     [](const Word& word) {
                       return is_capital(word.text) && !is_stop_word(utf8::lower(word.text));
                     });
}

std::optional<Event> event_of(const Fact& fact) {
  Numbers numbers = numbers_in(fact.text);
  if (numbers.days.empty() || fact.negative || fact.tense == Tense::kPast) return std::nullopt;
  Event event;
  event.numbers = std::move(numbers.others);
  event.days = std::move(numbers.days);
  event.last = last_date_in(fact.text);
  for (const Word& word : words(fact.text)) {
    event.moved = event.moved || word.text == "instead";
    const bool past = read_verb(word.text).form == VerbForm::kPast;
    if (past && fact.predicate.empty()) return std::nullopt;
  }
  event.what = content_of(fact.text);
  std::erase_if(event.what, [](const std::string& word) { return word == stem("instead"); });
  if (event.what.size() < 2) return std::nullopt;
  event.once = !is_persons(fact) && is_named(fact) &&
               std::any_of(kOnce.begin(), kOnce.end(), [&](std::string_view verb) {
                 return std::binary_search(event.what.begin(), event.what.end(),
                                           canonical_stem(std::string(verb)));
               });
  return event;
}

// A sentence in two: what it is about, and what it says of that from its verb on.
struct Halves {
  std::string_view body, rest;
};
Halves halves_of(const Fact& fact) {
  constexpr std::string_view kAre = " are ";  // "The headaches are gone, User feels great."
  const std::string_view text = fact.text;
  const std::size_t at = text.find(kAre);
  const bool noun =
      at != std::string_view::npos && text.ends_with('.') && words(text.substr(0, at)).size() == 2;
  if (noun) return {text.substr(0, at), text.substr(at + 1, text.size() - at - 2)};
  return {fact.subject, fact.predicate};
}

// "is fine again", "are gone"
bool is_eased(std::string_view rest) {
  bool well = false;
  bool first = true;
  for (const Word& word : words(without_reason(rest))) {
    const bool be = std::exchange(first, false);
    if (be && word.text != "is" && word.text != "are") return false;
    if (be || lists(kBeside, word.text)) continue;
    if (well || !lists(kWell, word.text)) return false;
    well = true;
  }
  return well;
}

bool is_ailing(std::string_view rest) {
  const std::vector<Word> all = words(rest);
  return std::any_of(all.begin(), all.end(),
                     [](const Word& word) { return lists(kAiling, word.text); });
}

void look_at_health(const Fact& fact, Outlook& outlook) {
  if (fact.tense == Tense::kPast || fact.tense == Tense::kOther || fact.negative) return;
  const Halves halves = halves_of(fact);
  outlook.ails = is_ailing(halves.rest);
  outlook.eased = is_eased(halves.rest);
  if (outlook.ails || outlook.eased) outlook.body = halves.body;
}

// The name behind one of the openings, and what follows it.
struct Named {
  std::string name;  // lower case
  std::string_view rest;
};
std::optional<Named> name_behind(std::string_view predicate,
                                 std::span<const std::string_view> openings) {
  const auto opening = std::find_if(openings.begin(), openings.end(), [&](std::string_view one) {
    return predicate.starts_with(one);
  });
  if (opening == openings.end()) return std::nullopt;
  predicate.remove_prefix(opening->size());
  const std::string_view clause = predicate.substr(0, predicate.find_first_of(",;(:"));
  Named named;
  std::size_t end = 0;
  for (const Word& word : words(clause)) {
    const bool goes_on = is_capital(word.text) && !tells_time(word.text) &&
                         clause.find_first_not_of(' ', end) == word.begin;
    if (!goes_on) break;
    named.name += (named.name.empty() ? "" : " ") + utf8::lower(word.text);
    end = word.begin + word.text.size();
  }
  if (named.name.empty()) return std::nullopt;
  named.rest = trim(clause.substr(end));
  return named;
}

void look_at_journey(const Fact& fact, Outlook& outlook) {
  if (fact.negative) {
    const auto place = name_behind(fact.predicate, kUnvisited);
    const bool whole = place && (place->rest.empty() || lists(kSoFar, place->rest));
    if (whole) outlook.unvisited = place->name;
    return;
  }
  const auto place = name_behind(fact.predicate, kVisited);
  if (!place) return;
  const std::vector<Word> behind = words(place->rest);
  if (behind.empty() || lists(kBehindPlace, behind.front().text)) outlook.been_to = place->name;
}

// "is not moving to Dresden" of "is moving to Dresden on 1 July 2026": the same, and at most a word
// besides that is no name.
bool refuses(const Claim& newer, const Outlook& now, const Claim& older, const Outlook& then) {
  return now.refused.size() > 1 && newer.fact.subject == older.fact.subject &&
         then.content.size() <= now.refused.size() + 1 &&
         std::includes(then.content.begin(), then.content.end(), now.refused.begin(),
                       now.refused.end()) &&
         now.names == then.names;
}

// The same with another day. Most things may be on two days, unless one is "instead".
bool puts_off(const Claim& newer, const Outlook& now, const Outlook& then) {
  if (!now.event || !then.event || now.event->days == then.event->days) return false;
  if (now.event->what != then.event->what || now.event->numbers != then.event->numbers) {
    return false;
  }
  const bool to_come = then.event->last && !(*then.event->last < date_of(newer.fact.at));
  return now.event->moved || (now.event->once && to_come);
}

// The older one takes something for granted that the newer one tells otherwise.
bool tells_otherwise(const Claim& newer, const Outlook& then) {
  const std::optional<Relation>& relation = newer.relation;
  return relation && then.implied && relation->key == then.implied->key &&
         !relation->value.empty() && relation->value.front() != then.implied->value.front();
}

}  // namespace

Outlook outlook_of(const Fact& fact) {
  Outlook outlook;
  outlook.implied = implied_by(fact);
  look_at_clause(fact, outlook);
  outlook.event = event_of(fact);
  look_at_health(fact, outlook);
  look_at_journey(fact, outlook);
  return outlook;
}

bool outdates(const Claim& newer, const Outlook& now, const Claim& older, const Outlook& then) {
  if (now.eased && then.ails && now.body == then.body) return true;
  const bool same_one = newer.fact.subject == older.fact.subject;
  if (same_one && !now.been_to.empty() && now.been_to == then.unvisited) return true;
  return refuses(newer, now, older, then) || puts_off(newer, now, then) ||
         tells_otherwise(newer, then);
}

std::vector<std::string> finds(const Outlook& outlook) {
  std::vector<std::string> keys;
  if (outlook.implied) keys.push_back("r:" + outlook.implied->key);
  if (outlook.event) {
    keys.push_back("e:" + join(outlook.event->what, " ") + "/" + outlook.event->numbers);
  }
  if (!outlook.unvisited.empty()) keys.push_back("v:" + outlook.unvisited);
  return keys;
}

std::vector<std::string> found_by(const Outlook& outlook) {
  std::vector<std::string> keys;
  if (outlook.event) {
    keys.push_back("e:" + join(outlook.event->what, " ") + "/" + outlook.event->numbers);
  }
  if (outlook.refused.size() > 1) {
    if (!outlook.names.empty()) {
      keys.push_back("t:" + outlook.names.front());
    } else {
      for (const std::string& word : outlook.refused) keys.push_back("t:" + word);
    }
  }
  if (!outlook.been_to.empty()) keys.push_back("v:" + outlook.been_to);
  if (outlook.eased) {
    const std::vector<Word> body = words(outlook.body);
    if (!body.empty()) keys.push_back("t:" + canonical_stem(utf8::lower(body.back().text)));
  }
  return keys;
}

}  // namespace pyramid::engine::builtin::writing
