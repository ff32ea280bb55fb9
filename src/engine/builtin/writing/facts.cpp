#include "engine/builtin/writing/facts.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/noting/telling.hpp"
#include "engine/builtin/writing/age.hpp"
#include "engine/builtin/writing/alone.hpp"
#include "engine/builtin/writing/clauses.hpp"
#include "engine/builtin/writing/dates.hpp"
#include "engine/builtin/writing/emphasis.hpp"
#include "engine/builtin/writing/importance.hpp"
#include "engine/builtin/writing/prose.hpp"
#include "engine/builtin/writing/rated.hpp"
#include "engine/builtin/writing/repeats.hpp"
#include "engine/builtin/writing/verbs.hpp"
#include "engine/builtin/writing/years.hpp"
#include "engine/text/language.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

namespace pyramid::engine::builtin::writing {
namespace {

constexpr std::array<std::string_view, 13> kNumberWords = {
    "zero",  "one",   "two",  "three", "four",   "five",  "six",
    "seven", "eight", "nine", "ten",   "eleven", "twelve"};
constexpr std::array<std::string_view, 10> kDenials = {
    "not", "never", "no", "without", "neither", "nor", "cannot", "none", "nobody", "nothing"};

// Words that mean the same where facts are compared.
struct Synonym {
  std::string_view word, as;
};
constexpr std::array<Synonym, 14> kSynonyms = {{{"relocate", "move"},
                                                {"purchase", "buy"},
                                                {"begin", "start"},
                                                {"reside", "live"},
                                                {"love", "like"},
                                                {"enjoy", "like"},
                                                {"adore", "like"},
                                                {"finish", "complete"},
                                                {"acquire", "buy"},
                                                {"cease", "stop"},
                                                {"marry", "wed"},
                                                {"child", "kid"},
                                                {"favorite", "favourite"},
                                                {"program", "programme"}}};
template <typename List>
bool contains(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

std::string without_possessive(std::string_view word) {
  for (const std::string_view end : {"'s", "’s", "'", "’"}) {
    if (word.size() > end.size() && word.ends_with(end)) word.remove_suffix(end.size());
  }
  return std::string(word);
}

// Fills stems, anchors and negative from the text.
void analyse(Fact& fact) {
  bool first = true;
  for (const Word& word : words(fact.text)) {
    const std::string bare = without_possessive(word.text);
    const std::string lower = utf8::lower(bare);
    const bool opening = std::exchange(first, false);
    fact.negative = fact.negative || contains(kDenials, lower) || lower.ends_with("n't");
    if (lower == "user" || lower == "assistant") continue;
    const bool name =
        is_capital(bare) && (!opening || (!is_stop_word(lower) && !fact.subject.empty()));
    if (has_digit(bare) || contains(kNumberWords, lower) || (name && lower != "i")) {
      fact.anchors.push_back(lower);
    } else if (!is_stop_word(lower) && !is_adverb(lower)) {
      fact.stems.push_back(canonical_stem(lower));
    }
  }
  for (auto* list : {&fact.stems, &fact.anchors}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
}

// The verb of a predicate, looking past adverbs.
std::string_view verb_of(std::string_view predicate) {
  for (const Word& word : words(predicate)) {
    if (is_adverb(word.text) || word.text == "no" || word.text == "longer") continue;
    return word.text;
  }
  return {};
}

Tense tense_of(std::string_view verb) {
  switch (read_verb_here(verb).form) {
    case VerbForm::kPresent:
      return Tense::kPresent;
    case VerbForm::kPast:
      return Tense::kPast;
    case VerbForm::kModal:
    case VerbForm::kBase:
      return Tense::kOther;
    case VerbForm::kNone:
      break;
  }
  return Tense::kNone;
}

// The predicate with its first letter where `end` of the subject is, if a verb opens it.
bool split_at(Fact& fact, std::string_view body, std::size_t end) {
  if (end + 1 >= body.size() || body[end] != ' ') return false;
  const std::string_view predicate = body.substr(end + 1);
  const std::string_view verb = verb_of(predicate);
  const Tense tense = tense_of(verb);
  if (tense == Tense::kNone) return false;
  fact.subject = body.substr(0, end);
  fact.predicate = predicate;
  fact.verb = verb;
  fact.verb_stem = canonical_stem(utf8::lower(verb));
  fact.tense = tense;
  return true;
}

// "at 3 p.m.", "a Ph.D.": the full stop belongs to the word, and would be missed where the sentence
// goes on.
bool ends_in_abbreviation(std::string_view body) {
  const std::vector<std::string_view> parts = split(body.substr(body.find_last_of(' ') + 1), '.');
  return parts.size() > 1 && std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
           constexpr std::size_t kMost = 2;
           return !part.empty() && part.size() <= kMost && !has_digit(part);
         });
}

// Tells subject and predicate apart: "User …", a run of capitals, or "User's …" up to its verb.
void find_parts(Fact& fact) {
  std::string_view body = fact.text;
  if (!body.ends_with('.') || body.find_first_of("!?;\n") != std::string_view::npos) return;
  body.remove_suffix(1);
  if (ends_in_abbreviation(body)) return;
  const std::vector<Word> all = words(body);
  if (all.size() < 2) return;
  const auto end_of = [&](std::size_t i) { return all[i].begin + all[i].text.size(); };
  if (all[0].text == "User" || all[0].text == "Assistant") {
    split_at(fact, body, end_of(0));
    return;
  }
  const bool possessive = all[0].text.ends_with("'s") || all[0].text.ends_with("’s") ||
                          all[0].text == "The" || all[0].text == "Project";
  if (!is_capital(all[0].text)) return;
  for (std::size_t i = 0; i + 1 < all.size() && i < 6; ++i) {
    if (i == 0 && possessive && all[0].text != "Project") continue;  // "User's left shoe"
    const std::string lower = utf8::lower(all[i + 1].text);
    const bool adverb = is_adverb(lower);
    const Verb verb = possessive ? read_verb(lower) : read_verb_here(lower);
    const bool finite = verb.form == VerbForm::kPresent || verb.form == VerbForm::kPast ||
                        verb.form == VerbForm::kModal;
    if ((finite || adverb) && !is_capital(all[i + 1].text)) {
      split_at(fact, body, end_of(i));
      return;
    }
    if (!possessive && !is_capital(all[i + 1].text)) return;
  }
}

// The beginning of a day by the clock by which another time is told.
LocalTime midnight(Date date, LocalTime other) {
  return {Time{start_of(date).seconds - other.offset}, other.offset};
}

// A sentence of a summary as the observation was: without lead-in, "also", "had …".
// `told_year` is that of the last lead-in.
Fact undo_writing(std::string_view sentence, LocalTime start, int& told_year) {
  const auto lead = read_lead_in(sentence, told_year);
  if (lead) {
    told_year = lead->date.year;
    // "As of May, at Acme, the user is …"
    std::string rest = replace_all(plain_opening(lead->rest), ", the user ", ", User ");
    if (rest[0] >= 'a' && rest[0] <= 'z') rest[0] += 'A' - 'a';  // "By May, the bank had …"
    Fact fact = make_fact(rest, midnight(lead->date, start));
    const bool by = lead->word == "By";
    if (!fact.predicate.empty() && by && fact.predicate.starts_with("had ")) {
      const std::vector<Word> all = words(fact.predicate);
      const auto past = all.size() > 1 ? past_of_participle(all[1].text) : std::nullopt;
      if (past) {
        const std::string behind = fact.predicate.substr(all[1].begin + all[1].text.size());
        fact = make_fact(fact.subject + " " + *past + behind + ".", fact.at);
        fact.dated = true;
        return fact;
      }
    } else if (!fact.predicate.empty() && !by && fact.tense == Tense::kPresent) {
      fact.dated = true;
      return fact;
    }
  }
  return make_fact(without_also(plain_opening(sentence)), start);
}

// Where " and <verb>" begins a second predicate of the same subject and tense.
std::optional<std::size_t> second_predicate(const Fact& fact) {
  if (fact.tense != Tense::kPresent && fact.tense != Tense::kPast) return std::nullopt;
  const std::vector<Word> all = words(fact.predicate);
  for (std::size_t i = 2; i + 1 < all.size(); ++i) {
    if (all[i - 1].text != "and" || all[i - 1].begin == 0) continue;
    const std::string lower(all[i].text);
    if (!is_coordinated_verb(lower, all[i + 1].text)) continue;
    if (tense_of(lower) == fact.tense) return all[i - 1].begin;
  }
  return std::nullopt;
}

void add_apart(std::vector<Fact>& out, Fact fact) {
  static constexpr std::array<std::string_view, 13> kBinding = {
      "because", "since", "so",    "who", "which", "that", "when",
      "while",   "if",    "until", "but", "both",  "to"};
  const auto cut = second_predicate(fact);
  bool loose = cut.has_value();
  for (const Word& word : words(fact.predicate)) {
    loose = loose && (word.begin > *cut || !contains(kBinding, word.text) || word.text == "to");
  }
  loose = loose && fact.text.find(',') == std::string::npos;
  if (!loose) {
    out.push_back(std::move(fact));
    return;
  }
  const std::string_view first = trim(std::string_view(fact.predicate).substr(0, *cut));
  const std::string_view second = std::string_view(fact.predicate).substr(*cut + 4);
  for (const std::string_view predicate : {first, second}) {
    Fact part = make_fact(fact.subject + " " + std::string(predicate) + ".", fact.at);
    part.dated = fact.dated;
    part.importance = fact.importance;
    part.rating = fact.rating;
    part.by_hand = fact.by_hand;
    part.source = fact.source;
    out.push_back(std::move(part));
  }
}

void add(std::vector<Fact>& out, Fact fact, bool apart) {
  if (apart) {
    add_apart(out, std::move(fact));
  } else {
    out.push_back(std::move(fact));
  }
}

// The facts of an observation.
void add_said(std::vector<Fact>& out, std::string_view sentence, const SourceText& source,
              std::size_t place, bool apart) {
  const auto take = [&](std::string_view told) {
    Fact fact = make_fact(told, source.end);
    fact.dated = true;
    fact.importance = source.importance;
    fact.source = place;
    add(out, std::move(fact), apart);
  };
  if (quotes(sentence)) return take(sentence);
  for (const std::string& plain :
       plain_clauses(plain_opening(settle_dates(sentence, source.end)))) {
    const std::string alone = without_idle_end(without_there(without_also(plain)));
    take(with_stop(with_years(alone, source.end)));
  }
}

// Something of what a source tells in every case: a line that reads as a heading or a quotation is
// no sentence otherwise.
std::vector<Sentence> sentences_or_all(std::string_view text) {
  std::vector<Sentence> cut = sentences(text);
  if (cut.empty() && !trim(text).empty()) cut.push_back({collapse_spaces(text)});
  return cut;
}

bool is_one_month(const SourceText& source) {
  const Date start = date_of(source.start);
  const Date end = date_of(source.end);
  return start.year == end.year && start.month == end.month;
}

// The facts of a text of rated lines: each is worth what its line says, and as old as the line or
// the whole text tells.
void add_rated(std::vector<Fact>& out, const SourceText& source, std::size_t place, bool apart) {
  const bool one_day = day_number(source.start) == day_number(source.end);
  for (const std::string_view line : split_lines(source.text)) {
    const RatedLine rated = read_rated(line);
    for (const Sentence& sentence : sentences_or_all(rated.text)) {
      const Aged aged = read_age(plain_opening(sentence.text));
      const LocalTime told = one_day ? source.end : source.start;
      Fact fact = make_fact(aged.text, aged.month ? midnight(*aged.month, told) : told);
      fact.dated = aged.month || is_one_month(source);
      fact.importance = source.importance != 0  ? source.importance
                        : rated.importance != 0 ? rated.importance
                                                : importance_of(fact.text);
      if (rated.importance != 0) fact.rating = fact.importance;
      fact.source = place;
      add(out, std::move(fact), apart);
    }
  }
}

// Marks the facts from `first` on that a person wrote into their source.
void mark_by_hand(std::vector<Fact>& facts, std::size_t first, const SourceText& source,
                  bool apart) {
  if (source.by_hand.empty()) return;
  SourceText own = source;
  own.text = std::exchange(own.by_hand, {});
  const std::vector<Fact> by_hand = facts_of(std::span(&own, 1), apart);
  for (std::size_t i = first; i < facts.size(); ++i) {
    facts[i].by_hand = std::any_of(by_hand.begin(), by_hand.end(),
                                   [&](const Fact& one) { return says(one, facts[i]); });
  }
}

// A quotation is compared by what its words say, and stands as it is: its parts are not known.
Fact fact_of_quotation(std::string_view sentence, LocalTime at) {
  Fact fact = make_fact(roughly_told(sentence), at);
  fact.text = sentence;
  fact.subject = fact.predicate = fact.verb = fact.verb_stem = {};
  return fact;
}

}  // namespace

std::string canonical_stem(std::string_view lower) {
  std::string word(lower);
  if (const Verb verb = read_verb(lower);
      verb.form == VerbForm::kPast || verb.form == VerbForm::kPresent) {
    word = verb.base;
  }
  for (const Synonym& one : kSynonyms) {
    if (word == one.word) return stem(one.as);
  }
  return stem(word);
}

std::string plain_opening(std::string_view sentence) {
  for (const auto& [from, to] : {std::pair<std::string_view, std::string_view>{"The user", "User"},
                                 {"the user", "User"},
                                 {"The assistant", "Assistant"},
                                 {"the assistant", "Assistant"}}) {
    if (!sentence.starts_with(from)) continue;
    const char next = sentence.size() > from.size() ? sentence[from.size()] : '.';
    if (next != ' ' && next != '\'') break;
    return std::string(to) + std::string(sentence.substr(from.size()));
  }
  return std::string(sentence);
}

Fact make_fact(std::string_view sentence, LocalTime at) {
  if (quotes(sentence)) return fact_of_quotation(sentence, at);
  Fact fact;
  fact.text = sentence;
  fact.at = at;
  find_parts(fact);
  analyse(fact);
  return fact;
}

std::vector<Fact> facts_of(std::span<const SourceText> sources, bool apart) {
  std::vector<Fact> facts;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const SourceText& source = sources[i];
    const std::size_t first = facts.size();
    if (is_rated(source.text)) {
      add_rated(facts, source, i, apart);
      mark_by_hand(facts, first, source, apart);
      continue;
    }
    const std::vector<Sentence> cut = sentences_or_all(source.text);
    LocalTime at = source.start;
    int told_year = 0;
    bool led_in = false;  // a sentence before told its time
    for (const Sentence& sentence : cut) {
      if (source.count <= 1) {  // an observation, not a text of ours
        add_said(facts, sentence.text, source, i, apart);
        continue;
      }
      const Unstressed plain = without_emphasis(sentence.text);
      Fact fact = quotes(plain.text) ? make_fact(plain.text, source.start)
                                     : undo_writing(plain.text, source.start, told_year);
      if (fact.dated) {
        at = fact.at;
        led_in = true;
      }
      fact.at = at;
      // What holds for a time has no lead-in of its own where the one before it is of that time; a
      // person's sentence may be of any.
      const bool own = source.by_hand.find(sentence.text) != std::string::npos;
      fact.dated = fact.dated || (led_in && !own && asks_for_time(fact));
      fact.importance = importance_of(fact.text);
      if (plain.stressed) fact.importance = std::max(fact.importance, kStressed);
      fact.source = i;
      add(facts, std::move(fact), apart);
    }
    mark_by_hand(facts, first, source, apart);
  }
  return facts;
}

}  // namespace pyramid::engine::builtin::writing
