#include "engine/builtin/writing/overriding.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/tables/relations.hpp"
#include "engine/builtin/writing/content.hpp"
#include "engine/builtin/writing/dates.hpp"
#include "engine/builtin/writing/relations.hpp"
#include "engine/builtin/writing/verbs.hpp"
#include "engine/ending.hpp"
#include "engine/text/language.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace pyramid::engine::builtin::writing {
namespace {

// What a fact tells to be on a day: "Pipette 0.4 ships on 20 May 2026."
struct Event {
  std::vector<std::string> what;
  std::string numbers;  // that are no day: "0.4" is another event than "0.5"
  std::string days;
  bool moved = false;  // "… instead"
};

// A fact with all that decides what it replaces, and by what it is replaced; worked out once.
struct Entry {
  Claim claim;
  std::optional<Ending> ending;
  std::optional<Relation> implied;   // what it takes for granted
  std::vector<std::string> refused;  // the content of "is not moving to Dresden"
  std::vector<std::string> content;
  std::optional<Event> event;
};

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

// What the first clause of a fact denies, as long as it denies it for all times and places.
std::vector<std::string> refused_by(const Fact& fact) {
  static constexpr std::array<std::string_view, 9> kOnlyThen = {
      "after", "before", "when", "if", "with", "without", "unless", "until", "much"};
  if (fact.tense == Tense::kPast || fact.predicate.empty()) return {};
  std::string_view clause = fact.predicate;
  for (const std::string_view end : {",", ";", " and ", " but ", " because ", " so "}) {
    clause = clause.substr(0, clause.find(end));
  }
  bool denies = false;
  for (const Word& word : words(clause)) {
    denies = denies || word.text == "not" || word.text.ends_with("n't");
    const bool only_then =
        std::find(kOnlyThen.begin(), kOnlyThen.end(), word.text) != kOnlyThen.end();
    if (only_then || has_digit(word.text)) return {};
  }
  return denies ? content_of(clause) : std::vector<std::string>();
}

std::optional<Event> event_of(const Fact& fact) {
  Numbers numbers = numbers_in(fact.text);
  if (numbers.days.empty() || fact.negative || fact.tense == Tense::kPast) return std::nullopt;
  Event event{{}, std::move(numbers.others), std::move(numbers.days), false};
  for (const Word& word : words(fact.text)) {
    event.moved = event.moved || word.text == "instead";
    const bool past = read_verb(word.text).form == VerbForm::kPast;
    if (past && fact.predicate.empty()) return std::nullopt;
  }
  event.what = content_of(fact.text);
  std::erase_if(event.what, [](const std::string& word) { return word == stem("instead"); });
  return event;
}

Entry entry_of(const Fact& fact) {
  Entry entry;
  entry.claim = claim_of(fact);
  entry.ending = ending_of(fact);
  entry.implied = implied_by(fact);
  entry.refused = refused_by(fact);
  entry.content = content_of(fact.predicate);
  entry.event = event_of(fact);
  return entry;
}

// "is not moving to Dresden" after "is moving to Dresden on 1 July 2026".
bool refuses(const Entry& newer, const Entry& older) {
  const Fact& then = older.claim.fact;
  return newer.refused.size() > 1 && !then.negative && then.tense != Tense::kPast &&
         newer.claim.fact.subject == then.subject &&
         std::includes(older.content.begin(), older.content.end(), newer.refused.begin(),
                       newer.refused.end());
}

// The same with another day. A person may do one thing on two days, unless they say "instead".
bool puts_off(const Entry& newer, const Entry& older) {
  if (!newer.event || !older.event || newer.event->days == older.event->days) return false;
  const std::string& text = newer.claim.fact.text;
  const bool persons = text.starts_with("User ") || text.starts_with("Assistant ");
  if (persons && !newer.event->moved) return false;
  return newer.event->what.size() > 1 && newer.event->what == older.event->what &&
         newer.event->numbers == older.event->numbers;
}

// The older one takes something for granted that the newer one tells otherwise.
bool outdates(const Entry& newer, const Entry& older) {
  const std::optional<Relation>& now = newer.claim.relation;
  return now && older.implied && now->key == older.implied->key && !now->value.empty() &&
         now->value.front() != older.implied->value.front();
}

bool overrides(const Entry& newer, const Entry& older) {
  if (ground_of(newer.claim, older.claim) != Ground::kNone) return true;
  if (newer.ending && ends(*newer.ending, older.claim.fact)) return true;
  return refuses(newer, older) || puts_off(newer, older) || outdates(newer, older);
}

}  // namespace

std::vector<bool> replaced(std::span<const Fact> facts) {
  std::vector<Entry> entries;
  entries.reserve(facts.size());
  for (const Fact& fact : facts) entries.push_back(entry_of(fact));
  std::vector<bool> gone(facts.size());
  for (std::size_t newer = 1; newer < facts.size(); ++newer) {
    for (std::size_t older = 0; older < newer; ++older) {
      gone[older] = gone[older] || overrides(entries[newer], entries[older]);
    }
  }
  return gone;
}

void drop_replaced(std::vector<Fact>& facts, bool keep_history) {
  const std::vector<bool> gone = replaced(facts);
  std::size_t at = 0;
  std::erase_if(facts, [&](const Fact& fact) {
    const bool history = keep_history && fact.tense == Tense::kPast && tells_time(fact.text);
    return gone[at++] && !history;
  });
}

}  // namespace pyramid::engine::builtin::writing
