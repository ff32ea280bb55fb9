#include "engine/comparing.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/noting/telling.hpp"
#include "engine/builtin/reading/splitting.hpp"
#include "engine/builtin/writing/dates.hpp"
#include "engine/builtin/writing/relations.hpp"
#include "engine/builtin/writing/verbs.hpp"
#include "engine/plain_words.hpp"
#include "engine/rephrasing.hpp"
#include "engine/tables/comparing.hpp"
#include "engine/text/language.hpp"
#include "engine/text/lists.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace pyramid::engine {

namespace {

namespace writing = builtin::writing;
using writing::Fact;
using writing::Ground;
using writing::Tense;

// What a sentence says, with what makes no difference taken away.
struct Gist {
  std::vector<std::string> subject, things, names, numbers;
  Tense tense = Tense::kNone;
  bool negative = false;
  bool in_order = false;  // the order of the words carries the meaning: "prefers tea to coffee"
};

std::string without_possessive(std::string word) {
  if (word.ends_with("'s")) word.resize(word.size() - 2);
  if (word.ends_with("'")) word.pop_back();
  return word;
}

std::string number_of(const std::string& lower) {
  const auto place = std::find(tables::kNumberWords.begin(), tables::kNumberWords.end(), lower);
  return place == tables::kNumberWords.end() ? lower
                                             : std::to_string(place - tables::kNumberWords.begin());
}

// Stems of words and of what stands for them; made once, as every word is looked up in it.
std::vector<std::pair<std::string, std::string>> stems_of_same_words() {
  std::vector<std::pair<std::string, std::string>> stems;
  for (const auto& [word, as] : tables::kSameWords) stems.emplace_back(stem(word), stem(as));
  return stems;
}

std::string token_of(const std::string& lower) {
  static const auto same_words = stems_of_same_words();
  std::string found = writing::canonical_stem(lower);
  for (std::size_t i = 0; i < same_words.size(); ++i) {
    const auto& [word, as] = same_words[i];
    if (lower == tables::kSameWords[i].first || found == word) return as;
  }
  return found;
}

bool is_participle(std::string_view lower) {
  return lower.ends_with("ed") || writing::past_of_participle(lower).has_value() ||
         writing::read_verb(lower).form == writing::VerbForm::kPast;
}

bool is_month(std::string_view lower) { return lists(tables::kMonthNames, lower); }

// "2" of "2 cats", but neither a year nor a time.
bool is_count(std::string_view number) {
  const bool is_year = number.size() == 4 && (number.starts_with("19") || number.starts_with("20"));
  return !is_year && std::all_of(number.begin(), number.end(), is_digit);
}

// What is counted, behind its number: "2 cats and 3 dogs" is not "3 cats and 2 dogs".
std::string counted(const std::string& number, const std::string& next) {
  const std::string what = utf8::lower(next);
  if (what.empty() || !is_count(number) || lists(tables::kIdleWords, what)) return number;
  return number + " " + token_of(what);
}

// Puts one word of the predicate where it counts. `next`: the word behind it, or "".
void take(Gist& gist, const std::string& word, const std::string& next, bool opening) {
  const std::string lower = number_of(utf8::lower(word));
  if (lists(tables::kNoWords, lower)) {
    gist.negative = true;
    return;
  }
  if (lower == "over" && gist.in_order) return;  // "prefers tea over coffee", "… to coffee"
  gist.in_order = gist.in_order || lists(tables::kOrderWords, lower);
  if (has_digit(lower) || is_month(lower)) {
    gist.numbers.push_back(counted(lower, next));
  } else if (!lists(tables::kIdleWords, lower)) {
    if (!opening && is_capital(word)) {
      gist.names.push_back(lower);
    } else {
      gist.things.push_back(token_of(lower));
    }
  }
}

Gist gist_of(const Fact& fact, const std::string& text) {
  Gist gist;
  gist.tense = fact.tense;
  const std::size_t subject = fact.subject.size();
  std::vector<std::pair<std::string, bool>> all;  // word, whether it belongs to the subject
  for (const Word& word : words(text)) {
    all.emplace_back(without_possessive(std::string(word.text)), word.begin < subject);
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& [word, is_subject] = all[i];
    const std::string lower = utf8::lower(word);
    if (is_subject) {
      if (lower != "the") gist.subject.push_back(token_of(lower));
      continue;
    }
    // "has moved" tells what "moved" tells; "has two cats" does not.
    const bool perfect = (lower == "has" || lower == "have") && i + 1 < all.size() &&
                         is_participle(utf8::lower(all[i + 1].first));
    if (perfect) {
      gist.tense = Tense::kPast;
      std::string& next = all[i + 1].first;
      if (const auto past = writing::past_of_participle(utf8::lower(next))) next = *past;
      continue;
    }
    take(gist, word, i + 1 < all.size() ? all[i + 1].first : std::string(), i == 0);
  }
  if (!gist.in_order) {
    std::sort(gist.things.begin(), gist.things.end());
    gist.things.erase(std::unique(gist.things.begin(), gist.things.end()), gist.things.end());
    std::sort(gist.numbers.begin(), gist.numbers.end());
  }
  return gist;
}

// Everything but whether it is denied.
std::string content_of(const Gist& gist) {
  return join(gist.subject, " ") + "|" + join(gist.things, " ") + "|" + join(gist.names, " ") +
         "|" + join(gist.numbers, " ") + "|" + std::to_string(static_cast<int>(gist.tense));
}

// A last bound of when the event of a sentence was, as far as it says.
std::optional<Date> day_told(const std::string& text) {
  if (const auto day = writing::last_date_in(text)) return day;
  constexpr int kFirstYear = 1900;
  constexpr int kLastYear = 2100;
  for (const Word& word : words(text)) {
    const bool digits = std::all_of(word.text.begin(), word.text.end(), is_digit);
    if (!digits || word.text.size() != 4) continue;
    const int year = std::stoi(std::string(word.text));
    if (year >= kFirstYear && year <= kLastYear) return Date{year, 12, 31};
  }
  return std::nullopt;
}

// What-ifs, guesses and other people's words.
bool is_hearsay(const std::string& text) {
  if (text.find('"') != std::string::npos || text.find("“") != std::string::npos) return true;
  const std::vector<Word> all = words(text);
  return std::any_of(all.begin(), all.end(), [](const Word& word) {
    return lists(tables::kHearsay, word.text);  // as written: "may" is a guess, "May" a month
  });
}

// Whether a subject is one and the same in every conversation: "The meeting" is not.
bool is_known_thing(const Fact& fact) {
  const std::vector<Word> all = words(fact.subject);
  return std::any_of(all.begin(), all.end(),
                     [](const Word& word) { return word.text != "The" && is_capital(word.text); });
}

// Of relatives and animals one may have several; a second one's name corrects nothing.
bool may_be_another(const Fact& fact) {
  const std::vector<Word> all = words(fact.subject);
  return !all.empty() && lists(tables::kSeveral, utf8::lower(all.back().text));
}

bool holds_all(const std::vector<std::string>& some, const std::vector<std::string>& words) {
  return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::find(some.begin(), some.end(), word) != some.end();
  });
}

// Of these one may have several, and each has its own value.
bool is_of_one_of_several(const std::string& key) {
  return key.ends_with("/name") || key.ends_with("/car") || key.ends_with("/departure");
}

bool value_changed(const Said& newer, const Said& older) {
  const writing::Claim& now = newer.claim;
  const std::string& key = now.relation->key;
  // "Lives in Lisbon, not Porto" after "lives in Berlin": where one holds, the other values do not.
  const bool one_place = key.ends_with("/home") || key.ends_with("/employer");
  if (!now.denied.empty() && !one_place) {
    return holds_all(older.claim.relation->value, now.denied);
  }
  if (!is_known_thing(now.fact) || key.ends_with("/car") || key.ends_with("/departure"))
    return false;
  const bool one_of_several = newer.one_of_several || older.one_of_several;
  if (key.ends_with("/name") && (one_of_several || may_be_another(now.fact))) return false;
  const bool counted = key.find("/has ") != std::string::npos;
  return !counted || (!newer.tells_time && !older.tells_time);
}

// "No longer works at Acme" ends what is said of Acme, and of nothing that names no one.
bool names_what_ends(const writing::Claim& newer, const writing::Claim& older) {
  if (newer.left && older.relation && newer.left->key == older.relation->key) return true;
  std::vector<std::string> names;
  for (const std::string& anchor : newer.fact.anchors) {
    if (!has_digit(anchor) && !is_month(anchor)) names.push_back(anchor);
  }
  // "Stopped drinking coffee" says enough; "no longer lives in Austin" nothing of "lives alone",
  // and "no longer a teacher's pet" nothing of "a teacher".
  if (names.empty()) {
    const std::vector<std::string>& then = older.fact.stems;
    return newer.ended && (newer.ended->size() >= 2 || then.size() == 1) &&
           std::includes(then.begin(), then.end(), newer.ended->begin(), newer.ended->end());
  }
  return std::includes(older.fact.anchors.begin(), older.fact.anchors.end(), names.begin(),
                       names.end());
}

bool is_opposite(const Said& newer, const Said& older) {
  return newer.claim.fact.tense == Tense::kPresent &&
         newer.claim.fact.tense == older.claim.fact.tense && newer.meaning != older.meaning &&
         newer.meaning.substr(1) == older.meaning.substr(1);
}

enum class Taste : std::uint8_t { kNone, kLikes, kHates };

Taste taste_of(const Fact& fact) {
  if (fact.tense != Tense::kPresent || fact.negative) return Taste::kNone;
  if (lists(tables::kLiking, fact.verb)) return Taste::kLikes;
  return lists(tables::kHating, fact.verb) ? Taste::kHates : Taste::kNone;
}

// What is liked or hated.
std::vector<std::string> taste_for(const Fact& fact) {
  static const std::string again = stem("again"), anymore = stem("anymore");
  std::vector<std::string> stems = fact.stems;
  std::erase_if(stems, [&](const std::string& one) {
    return one == fact.verb_stem || one == again || one == anymore;
  });
  return stems;
}

// "Hates sushi now" of "loves sushi": of the same, nothing more and nothing less.
bool is_other_taste(const Said& newer, const Said& older) {
  const Fact& now = newer.claim.fact;
  const Fact& then = older.claim.fact;
  const Taste taste = taste_of(now);
  if (taste == Taste::kNone || taste_of(then) == Taste::kNone || taste == taste_of(then))
    return false;
  const std::vector<std::string> what = taste_for(now);
  return now.subject == then.subject && now.anchors == then.anchors && what == taste_for(then) &&
         !(what.empty() && now.anchors.empty());
}

// Takes "actually" out, which tells that something was put right.
bool take_mark(std::string& text) {
  for (const std::string_view mark : tables::kPutRight) {
    const std::size_t at = text.find(mark);
    if (at == std::string::npos) continue;
    text.erase(at, mark.size() - 1);
    return true;
  }
  return false;
}

void add_asks(Said& said) {
  const writing::Claim& claim = said.claim;
  if (claim.relation) said.asks.push_back("r:" + claim.relation->key);
  if (claim.left) said.asks.push_back("r:" + claim.left->key);
  if (!claim.denied.empty()) said.asks.push_back("t:" + claim.denied.front());
  if (claim.ended && !claim.ended->empty()) said.asks.push_back("t:" + claim.ended->front());
  if (!claim.down.empty()) said.asks.push_back("t:" + claim.down.front());
  if (taste_of(claim.fact) != Taste::kNone) {
    const std::vector<std::string> what = taste_for(claim.fact);
    const std::vector<std::string>& named = what.empty() ? claim.fact.anchors : what;
    if (!named.empty()) said.asks.push_back("t:" + named.front());
  }
  if (said.ending) {
    const std::vector<std::string> found = found_by(*said.ending);
    for (const std::string& word : found) said.asks.push_back("t:" + word);
    if (found.empty()) said.asks.push_back("r:" + said.ending->whose + "/employer");
  }
  for (std::string& key : writing::found_by(said.outlook)) {
    said.asks.push_back(std::move(key));
  }
  said.asks.push_back("c:" + said.meaning.substr(1));
}

void add_offers(Said& said) {
  if (said.claim.relation) said.offers.push_back("r:" + said.claim.relation->key);
  for (const std::string& one : said.claim.fact.stems) said.offers.push_back("t:" + one);
  for (const std::string& one : said.claim.fact.anchors) said.offers.push_back("t:" + one);
  for (std::string& key : writing::finds(said.outlook)) said.offers.push_back(std::move(key));
  said.offers.push_back("c:" + said.meaning.substr(1));
}

// A text in the words that it is compared by.
struct Reading {
  std::string plain;
  bool set_right = false;
  // Of one sentence alone: where a person wrote more, it is the same only as it stands.
  std::string settled;
  std::optional<Rephrased> usual;
};

Reading reading_of(std::string_view text, LocalTime at) {
  Reading reading;
  std::string composed;
  reading.plain = collapse_spaces(builtin::roughly_told(utf8::nfc(text, composed)));
  reading.set_right = take_mark(reading.plain);
  if (sentences(reading.plain).size() != 1) return reading;
  std::string settled = in_plain_words(writing::settle_dates(reading.plain, at));
  if (settled.ends_with('!')) settled.back() = '.';
  if (!settled.ends_with('.')) settled += '.';
  reading.settled = writing::plain_opening(settled);
  reading.usual = in_usual_words(writing::make_fact(reading.settled, at));
  return reading;
}

// The facts that it tells one beside the other. REQUIRES: `settled` without its full stop.
std::vector<std::string> parts_of(const Reading& reading) {
  std::vector<std::string> parts = builtin::clauses_apart(reading.settled);
  if (parts.size() > 1) return parts;
  const std::string_view german = builtin::without_end_marks(reading.plain);
  const std::vector<Word> all = words(german);
  return all.empty() ? parts : builtin::single_german_facts(std::string(german), all[0].text);
}

std::string meaning_of(const Reading& reading) {
  if (!reading.usual) return " " + utf8::fold(reading.plain);
  const Fact& fact = reading.usual->fact;
  const Gist gist = gist_of(fact, fact.text);
  // Where no word of it tells anything, it is the same only as it stands.
  const bool tells = !gist.things.empty() || !gist.names.empty() || !gist.numbers.empty();
  if (!tells) return " " + utf8::fold(reading.plain);
  return (gist.negative ? "-" : "+") + content_of(gist);
}

}  // namespace

std::string read_meaning(std::string_view text, LocalTime at) {
  return meaning_of(reading_of(text, at));
}

Said read_said(std::string_view text, LocalTime at) {
  Reading reading = reading_of(text, at);
  Said said;
  said.at = at;
  said.set_right = reading.set_right;
  said.meaning = meaning_of(reading);
  if (!reading.usual) return said;
  said.one_of_several = reading.usual->one_of_several;
  said.claim = writing::claim_of(std::move(reading.usual->fact));
  const Fact& fact = said.claim.fact;
  said.hearsay = is_hearsay(fact.text);
  said.by = builtin::speaker_quoted(text);
  said.day_told = day_told(fact.text);
  said.tells_time = writing::tells_time(fact.text);
  said.ending = ending_of(fact);
  said.outlook = writing::outlook_of(fact);
  add_asks(said);
  add_offers(said);
  reading.settled.pop_back();
  const std::vector<std::string> parts = parts_of(reading);
  if (parts.size() < 2) return said;
  for (const std::string& part : parts) {
    said.parts.push_back(read_said(part + ".", at));
    const std::vector<std::string>& asks = said.parts.back().asks;
    said.asks.insert(said.asks.end(), asks.begin(), asks.end());
  }
  return said;
}

bool says_the_same(const Said& a, const Said& b) { return a.meaning == b.meaning; }

bool corrects(const Said& newer, const Said& older) {
  if (!older.parts.empty()) return false;
  if (!newer.parts.empty()) {
    return std::any_of(newer.parts.begin(), newer.parts.end(),
                       [&](const Said& part) { return corrects(part, older); });
  }
  if (newer.claim.fact.text.empty() || older.claim.fact.text.empty()) return false;
  if (newer.hearsay) return false;
  const Ground ground = writing::ground_of(newer.claim, older.claim);
  // "It cost 310, not 300": the same event, told anew.
  const bool retold = ground == Ground::kDenied && newer.claim.fact.tense == Tense::kPast;
  if (!retold && newer.day_told && *newer.day_told < date_of(older.at)) return false;
  if (older.claim.fact.tense == Tense::kPast && older.tells_time && !retold) return false;
  if (is_opposite(newer, older) || is_other_taste(newer, older)) return true;
  if (newer.ending && ends(*newer.ending, older.claim.fact)) return true;
  if (writing::outdates(newer.claim, newer.outlook, older.claim, older.outlook)) return true;
  switch (ground) {
    case Ground::kDenied:
    case Ground::kTurnedDown:
      return true;
    case Ground::kOtherValue:
      return value_changed(newer, older);
    case Ground::kEnded:
      return names_what_ends(newer.claim, older.claim);
    case Ground::kNone:
    case Ground::kSameValue:
    case Ground::kOtherNumber:
      break;
  }
  return false;
}

bool sets_right(const Said& newer, const Said& older) {
  if (!newer.set_right || newer.hearsay || !newer.parts.empty() || !older.parts.empty())
    return false;
  return writing::ground_of(newer.claim, older.claim) == Ground::kOtherValue &&
         is_known_thing(newer.claim.fact) && is_of_one_of_several(newer.claim.relation->key);
}

bool is_out_of_reach(const Said& newer, const Said& older, const std::vector<std::string>& users) {
  const std::string& by = newer.by;
  if (by.empty() || by == "User" || by == "Assistant") return false;
  const auto is_by = [&](const std::string& name) {
    return utf8::caseless(name) == utf8::caseless(by);
  };
  if (std::any_of(users.begin(), users.end(), is_by)) return false;
  return older.by != by && !older.claim.fact.text.starts_with(by);
}

}  // namespace pyramid::engine
