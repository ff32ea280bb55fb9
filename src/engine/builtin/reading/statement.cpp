#include "engine/builtin/reading/statement.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/reading/clauses.hpp"
#include "engine/builtin/reading/corrections.hpp"
#include "engine/builtin/reading/match.hpp"
#include "engine/builtin/reading/mood.hpp"
#include "engine/builtin/reading/own_words.hpp"
#include "engine/builtin/reading/telegram.hpp"
#include "engine/builtin/reading/text_kind.hpp"
#include "engine/builtin/reading/verbs.hpp"
#include "engine/builtin/tables/people.hpp"
#include "engine/builtin/tables/questions.hpp"
#include "engine/builtin/tables/speech.hpp"
#include "engine/builtin/tables/telegram.hpp"
#include "engine/builtin/tables/verbs.hpp"
#include "engine/builtin/tables/world.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pyramid::engine::builtin {

namespace {

constexpr std::size_t kShortest = 9;
constexpr std::size_t kLongestStatement = 300;

bool is_digits(std::string_view word) {
  return word.find_first_not_of("0123456789") == std::string_view::npos;
}

// "on 21 May 2026" says when, not what.
bool tells_day(const std::string& lower) {
  return lists(tables::kMonths, lower) || lists(tables::kWeekdays, lower) || is_digits(lower);
}

// "Pipette 0.4 ships", "Postgres 17 drops": the number at `i` tells which one, and what stands
// behind it is no plural. `all` are the words of the text, `lower` the same.
bool numbers_a_name(const std::vector<Word>& all, const std::vector<std::string>& lower,
                    std::size_t i) {
  static constexpr std::array<std::string_view, 14> kCounted = {
      "nights", "days",   "hours",  "weeks",  "months",  "years", "minutes",
      "times",  "people", "guests", "rounds", "seconds", "euros", "dollars"};
  const std::string& counted = lower[i + 1];
  while (i > 0 && is_digits(lower[i])) --i;
  if (is_digits(lower[i])) return false;
  const std::string& name = lower[i];
  const bool adverb = name.ends_with("ly") || is_mid_adverb(name);
  return is_capital(all[i].text) && !is_stop_word(name) && !adverb && !tells_day(name) &&
         !is_plain_verb(name) && !lists(kCounted, counted);
}

// A verb somewhere, so that it is a sentence at all: a form of be or have, a modal, a past, or a
// third person behind the subject.
bool has_verb(std::string_view text, const std::vector<std::string>& lower) {
  static constexpr std::array<std::string_view, 14> kForms = {
      "is", "are", "was",  "were",  "has",   "have", "had",
      "am", "i'm", "i've", "we're", "we've", "does", "do"};
  // "Nine hours with a screaming cat", "Only the photos": an -s there is a plural.
  static constexpr std::array<std::string_view, 14> kCounts = {
      "no",  "only", "just",  "two",  "three", "four", "five",
      "six", "some", "eight", "many", "nine",  "ten",  "several"};
  const bool counts = lists(kCounts, lower.front());
  const std::vector<Word> all = words(text);
  // "I sail a Laser": what stands behind the subject is its verb.
  if ((lower.front() == "i" || lower.front() == "we") && lower.size() > 2 && lower[1] != "and")
    return true;
  for (std::size_t i = 0; i < lower.size(); ++i) {
    const std::string& word = lower[i];
    // "my play", "a walk": a noun there.
    const bool noun = i > 0 && lists(tables::kDeterminers, lower[i - 1]);
    if (lists(kForms, word) || (is_plain_verb(word) && !noun)) return true;
    if (is_irregular_past(word)) return true;
    if (word.ends_with("'s") || word.ends_with("n't") || word.ends_with("'ll")) return true;
    if (word.size() > 3 && word.ends_with("ed")) return true;
    // "About 30 minutes on weekdays": behind a number or "on" it is a plural as well.
    // "Sister number 5 lives in Porto" has a verb there all the same.
    const bool known = word.size() > 3 && is_plain_verb(word.substr(0, word.size() - 1));
    const bool named = i > 0 && is_digits(lower[i - 1]) && numbers_a_name(all, lower, i - 1);
    const bool plural = i > 0 && !known && !named &&
                        (lists(kCounts, lower[i - 1]) || tells_day(lower[i - 1]) ||
                         lists(tables::kPlacePrepositions, lower[i - 1]));
    if (!counts && !plural && i > 0 && word.size() > 3 && word.ends_with("s") &&
        !word.ends_with("ss")) {
      return true;
    }
  }
  return false;
}

// "My devices: a tablet, two phones", "the van: a 2017 Transit, 140,000 km": the colon stands for
// the verb.
bool is_inline_list(std::string_view text) {
  const std::size_t colon = text.find(": ");
  if (colon == std::string_view::npos || text.find(',', colon) == std::string_view::npos)
    return false;
  const std::vector<std::string> intro = lower_words(text.substr(0, colon));
  if (intro.size() == 2 && intro.front() == "the") return true;
  return std::any_of(intro.begin(), intro.end(),
                     [](const std::string& word) { return word == "my" || word == "our"; });
}

// "My wife insists": on what, the sentence before said.
bool is_mere_reaction(const std::vector<std::string>& lower) {
  return lower.size() <= 3 && lists(tables::kReactions, lower.back());
}

// "I put that aside": nobody knows what.
bool has_bare_that(const std::vector<std::string>& lower) {
  for (std::size_t i = 1; i < lower.size(); ++i) {
    if (lower[i] != "that" && lower[i] != "this" && lower[i] != "those") continue;
    if (!is_plain_verb(lower[i - 1]) && !is_irregular_past(lower[i - 1])) continue;
    if (i + 1 == lower.size() || lists(tables::kBehindBareThat, lower[i + 1])) return true;
  }
  return false;
}

// "I'm vegan", "I'm 35", "I'm Ben": as short as it is, it says much.
bool says_who_one_is(std::string_view text, const std::vector<std::string>& lower) {
  const std::size_t at = lower.front() == "i'm" ? 1 : 2;
  if (at == 2 && (lower.size() < 2 || lower[0] != "i" || lower[1] != "am")) return false;
  // "I am a smoker"
  if (lower.size() == at + 2 && (lower[at] == "a" || lower[at] == "an"))
    return !lists(tables::kVagueSelves, lower.back()) && !lists(tables::kVagueThings, lower.back());
  if (lower.size() != at + 1) return false;
  const std::string& what = lower[at];
  const bool age = what.find_first_not_of("0123456789") == std::string::npos;
  const bool name =
      is_capital(words(text).back().text) && !is_stop_word(what) && !lists(tables::kNotNames, what);
  return age || name || lists(tables::kStates, what);
}

// "I have a dog", "I don't own a car": one noun is enough, unless it is "a question".
bool says_what_one_has(const std::vector<std::string>& lower) {
  const bool mine = lists(tables::kFirstPersons, lower.front());
  const bool has = std::any_of(lower.begin(), lower.end(), [](const std::string& word) {
    return lists(tables::kHaving, word);
  });
  return mine && has && lower.size() > 3 && !is_stop_word(lower.back()) &&
         !lists(tables::kVagueThings, lower.back());
}

// "I don't smoke any more", "I'm no longer on Instagram": one word tells what is over.
bool says_what_ended(const std::string& text, const std::vector<std::string>& lower) {
  if (!lists(tables::kFirstPersons, lower.front())) return false;
  if (std::any_of(lower.begin(), lower.end(),
                  [](const std::string& word) { return lists(tables::kVagueEnds, word); })) {
    return false;
  }
  const std::string padded = " " + utf8::lower(text) + " ";
  return holds_any(padded, tables::kEnds) && !content_stems(text).empty();
}

// "This spring I planted a quince": a time, not a thing.
bool begins_with_time(const std::vector<std::string>& lower) {
  return lower.size() > 2 && lower.front() == "this" && lists(tables::kTimeNouns, lower[1]);
}

// "Mrs Kerr" is one word more than "Kerr", and says no more.
std::size_t words_but_titles(const std::vector<std::string>& lower) {
  return lower.size() - static_cast<std::size_t>(std::count_if(
                            lower.begin(), lower.end(),
                            [](const std::string& word) { return lists(tables::kTitles, word); }));
}

// "They pushed my deadline to 15 May" -> "my deadline was pushed to 15 May": whoever they are.
std::string of_mine(const std::string& text) {
  const std::vector<Word> all = words(text);
  if (all.size() < 4 || utf8::lower(all[0].text) != "they") return text;
  std::size_t verb = 1;
  while (verb < 3 && lists(tables::kBeforeDone, utf8::lower(all[verb].text))) ++verb;
  const std::string done = utf8::lower(all[verb].text);
  const std::string owner = verb + 1 < all.size() ? utf8::lower(all[verb + 1].text) : "";
  if (!lists(tables::kDoneToMine, done) || (owner != "my" && owner != "our")) return text;
  const std::string rest = text.substr(all[verb + 1].begin);
  std::size_t end = rest.size();
  for (const std::string_view joint :
       {" to ", " until ", " by ", " from ", " again", ", ", " back "})
    end = std::min(end, rest.find(joint));
  return rest.substr(0, end) + " was " + done + rest.substr(end);
}

// "We're 7 since Monday": that is how many they are, and nobody's age.
std::string of_us(const std::string& text) {
  for (const std::string_view opener : {"We're ", "We are ", "we're ", "we are "}) {
    if (!text.starts_with(opener)) continue;
    const std::vector<std::string> lower =
        lower_words(std::string_view(text).substr(opener.size()));
    const bool count =
        !lower.empty() && (lists(tables::kSmallNumbers, lower[0]) ||
                           lower[0].find_first_not_of("0123456789") == std::string::npos);
    const bool people = count && (lower.size() == 1 || lists(tables::kBehindHeads, lower[1]));
    if (people) return "our group is " + text.substr(opener.size());
  }
  return text;
}

// "Tomorrow I have an exam, drück mir die Daumen": the clause in the other language goes.
std::string without_foreign_end(const std::string& text) {
  const std::size_t comma = text.rfind(", ");
  if (comma == std::string::npos) return text;
  const std::string end = text.substr(comma + 2);
  const bool foreign = kind_of(end) == TextKind::kOther || kind_of(end) == TextKind::kGerman;
  return words(end).size() > 2 && foreign ? text.substr(0, comma) : text;
}

}  // namespace

bool leans_on_the_one_before(std::string_view text) {
  constexpr std::size_t kEnough = 4;
  const std::vector<std::string> lower = lower_words(text);
  if (has_bare_that(lower)) return true;
  const bool pronoun = std::any_of(lower.begin(), lower.end(), [](const std::string& word) {
    return word == "it" || word == "them";
  });
  if (!pronoun) return false;
  const auto said = std::count_if(lower.begin(), lower.end(), [](const std::string& word) {
    return !is_stop_word(word) && !tells_day(word);
  });
  return static_cast<std::size_t>(said) < kEnough;
}

std::optional<std::string> statement(const Sentence& sentence, Persons& persons, Leaning leaning) {
  if (sentence.question || sentence.text.find(kOthersWords) != std::string::npos)
    return std::nullopt;
  if (sentence.text.ends_with(":") || is_ironic(sentence.text)) return std::nullopt;
  const std::string whole = bare(sentence.text);
  std::string text =
      of_us(of_mine(about_the_denied(told_as_contrast(without_surroundings(whole)))));
  text = sound_part(with_subject(without_foreign_end(text)));
  const std::vector<std::string> lower = lower_words(text);
  if (text.size() > kLongestStatement || lower.empty()) return std::nullopt;
  const bool brief = leaning == Leaning::kReminder || leaning == Leaning::kPrevious ||
                     says_who_one_is(text, lower);
  if (!brief && (text.size() < kShortest || words_but_titles(lower) < 3)) return std::nullopt;
  const bool corrects = leaning == Leaning::kCorrection && lower.front().starts_with("it");
  const bool timed = begins_with_time(lower);
  if (!corrects && !timed && begins_with_any(utf8::lower(text), tables::kNoFactOpeners))
    return std::nullopt;
  if (text.find('?') != std::string::npos || is_mere_reaction(lower)) return std::nullopt;
  if (!has_verb(text, lower) && !is_inline_list(text)) return std::nullopt;
  if (leaning == Leaning::kNone && leans_on_the_one_before(text)) return std::nullopt;
  // "Call the plumber": a plain verb in front is a request or a note to oneself.
  // So is "Never eat yellow snow".
  const bool adverb = lower.front() == "always" || lower.front() == "never";
  if (adverb && lower.size() > 1 && is_plain_verb(lower[1])) return std::nullopt;
  if (is_plain_verb(lower.front()) || lacks_subject(text)) return std::nullopt;
  if (!corrects && !timed) {
    const auto resolved = persons.resolve(text);
    if (!resolved) return std::nullopt;
    text = *resolved;
  }
  constexpr int kWeighty = 7;  // "I got the job"
  const bool enough = brief || says_what_one_has(lower) || says_what_ended(text, lower) ||
                      importance_of(text) >= kWeighty;
  if (!enough && content_stems(text).size() < 2) return std::nullopt;
  return text;
}

int importance_of(std::string_view statement) {
  constexpr int kOrdinary = 4;
  static const std::unordered_map<std::string_view, int> kWeights(tables::kWeights.begin(),
                                                                  tables::kWeights.end());
  int most = 0;
  for (const std::string& stem : content_stems(statement)) {
    if (const auto known = kWeights.find(stem); known != kWeights.end()) {
      most = std::max(most, known->second);
    }
  }
  return most == 0 ? kOrdinary : most;
}

}  // namespace pyramid::engine::builtin
