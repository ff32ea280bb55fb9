#include "engine/builtin/extract.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/noting/telling.hpp"
#include "engine/builtin/reading/clauses.hpp"
#include "engine/builtin/reading/commitment.hpp"
#include "engine/builtin/reading/corrections.hpp"
#include "engine/builtin/reading/dates.hpp"
#include "engine/builtin/reading/german.hpp"
#include "engine/builtin/reading/lists.hpp"
#include "engine/builtin/reading/match.hpp"
#include "engine/builtin/reading/mood.hpp"
#include "engine/builtin/reading/own_words.hpp"
#include "engine/builtin/reading/person.hpp"
#include "engine/builtin/reading/persons.hpp"
#include "engine/builtin/reading/places.hpp"
#include "engine/builtin/reading/questions.hpp"
#include "engine/builtin/reading/self_corrections.hpp"
#include "engine/builtin/reading/splitting.hpp"
#include "engine/builtin/reading/statement.hpp"
#include "engine/builtin/reading/telegram.hpp"
#include "engine/builtin/reading/text_kind.hpp"
#include "engine/builtin/reading/wishes.hpp"
#include "engine/builtin/tables/questions.hpp"
#include "engine/builtin/tables/speech.hpp"
#include "engine/correcting.hpp"
#include "engine/text/language.hpp"
#include "engine/text/said.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace pyramid::engine::builtin {

namespace {

using format::Speaker;
using format::Turn;

// Shared stems of all stems above which two facts say the same, if names and numbers agree.
constexpr double kSame = 0.8;

// What makes two facts the same: their stems, the names and numbers in them, and whether they deny.
struct Meaning {
  bool denies = false;
  std::set<std::string> stems;
  std::set<std::string> exact;  // numbers and capitalised words
};

Meaning meaning_of(std::string_view text) {
  Meaning meaning;
  bool first = true;
  for (const Word& word : words(text)) {
    const std::string lower = utf8::lower(word.text);
    std::size_t at = 0;
    const char32_t c = utf8::next(word.text, at);
    const bool digits = word.text.find_first_of("0123456789") != std::string_view::npos;
    if (digits || (utf8::is_upper(c) && !first)) meaning.exact.insert(lower);
    meaning.denies = meaning.denies || lists(tables::kDenials, lower) || lower.ends_with("n't");
    if (!is_stop_word(lower)) meaning.stems.insert(stem(lower));
    first = false;
  }
  return meaning;
}

bool same(const Meaning& a, const Meaning& b) {
  if (a.denies != b.denies || a.exact != b.exact) return false;
  std::size_t shared = 0;
  for (const std::string& one : a.stems) shared += b.stems.count(one);
  const std::size_t all = a.stems.size() + b.stems.size() - shared;
  return all > 0 && static_cast<double>(shared) >= kSame * static_cast<double>(all);
}

class Extraction {
 public:
  explicit Extraction(const ExtractRequest& request)
      : conversation_(*request.conversation),
        name_(request.user_name.empty() ? "User" : request.user_name),
        zone_(request.zone) {}

  void read(std::int64_t number) {
    const Turn& turn = conversation_.turns[static_cast<std::size_t>(number - 1)];
    if (turn.speaker == Speaker::kUser) {
      read_user(turn, number);
    } else {
      read_assistant(turn, number);
    }
  }

  std::vector<Extracted> take() { return std::move(facts_); }

 private:
  [[nodiscard]] LocalTime said_in(std::int64_t turn) const {
    return said_at(conversation_.turns[static_cast<std::size_t>(turn - 1)], zone_);
  }

  void read_user(const Turn& turn, std::int64_t number) {
    for (const std::string& said : drafts_of(turn)) {
      for (const std::string& fact :
           single_facts(resolve_dates(said, date_of(said_at(turn, zone_))))) {
        const auto told = to_third_person(fact, name_);
        if (told) add({finished(*told), number, importance_of(fact), false});
      }
    }
    for (const std::string& told : std::exchange(told_, {})) {
      for (const std::string& fact : single_german_facts(told, name_))
        add({finished(fact), number, importance_of(fact), false});
    }
    heard_ = sentences_said(turn.text);
    for (const Sentence& sentence : heard_) earlier_.push_back({sentence.text, number});
  }

  // The facts of a turn as their writer put them, in the first person.
  std::vector<std::string> drafts_of(const Turn& turn) {
    std::vector<std::string> drafts;
    const std::string text = with_lists_told(own_words(turn.text));
    std::vector<Sentence> all = sentences_said(text);
    for (Sentence& sentence : all) sentence.text = without_slip(sentence.text);
    bool what_if = false;
    place_.clear();
    impersonal_ = is_impersonal(all);
    asks_ = !all.empty() && all.back().question;
    bool joins = false;  // the sentence before became the last draft
    const bool correction = !all.empty() && contradicts(all.front().text);
    std::size_t drafted = 0;  // facts before the last sentence
    std::size_t told_so_far = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      std::vector<std::string>* last = told_.size() > told_so_far ? &told_ : nullptr;
      if (drafts.size() > drafted) last = &drafts;
      drafted = drafts.size();
      told_so_far = told_.size();
      if (last != nullptr && mended(*last, all[i].text)) continue;
      const bool follows = std::exchange(joins, false);
      if (returns_to_reality(all[i].text)) what_if = false;
      // A what-if goes on until its writer comes back.
      what_if = what_if || opens_what_if(all[i].text);
      // "I bought a castle. Just kidding." takes the one before with it.
      const bool joke = i + 1 < all.size() && is_retraction(all[i + 1].text);
      if (what_if || joke || is_retraction(all[i].text)) continue;
      const TextKind kind = kind_of(all[i].text);
      if (kind == TextKind::kOther || kind == TextKind::kMachine) continue;
      if (kind == TextKind::kGerman) {
        if (correction && i == 0 && keep_german_correction(all[i].text)) continue;
        const auto told =
            german_fact(all[i].text, name_, date_of(said_at(turn, zone_)), correction && i == 0);
        if (!told || all[i].question) continue;
        told_.push_back(puts_right(all[i].text) ? marked_as_right(*told) : *told);
        continue;
      }
      if (all[i].question) {
        persons_.note(all[i].text);
        for (const std::string& fact : facts_in_question(all[i].text))
          keep({fact, 0, false}, drafts, Leaning::kReminder);
        joins = !drafts.empty();
        continue;
      }
      if (auto wish = standing_wish(bare(all[i].text));
          wish && all[i].text.find(kOthersWords) == std::string::npos) {
        drafts.push_back(std::move(*wish));
        continue;
      }
      Sentence sentence = all[i];
      if (i > 0) sentence.text = told_of_asked(sentence.text, all[i - 1].text);
      if (i == 0 && !heard_.empty()) sentence.text = full_answer(sentence.text, heard_.back().text);
      // A line or item of its own is no end of the sentence before.
      const bool same_line =
          i > 0 && std::string_view(text)
                           .substr(all[i - 1].begin, all[i].begin - all[i - 1].begin)
                           .find('\n') == std::string_view::npos;
      if (follows && same_line && joined(sentence, drafts.back(), correction)) {
        joins = true;
        continue;
      }
      joins = i == 0 && correction ? keep_correction(sentence, drafts) : keep(sentence, drafts);
      if (!joins) keep_reasons(sentence, drafts);
    }
    return drafts;
  }

  // Whether the sentence takes back what the last one said; that is put right, or goes.
  static bool mended(std::vector<std::string>& said, std::string_view sentence) {
    auto right = put_right(said.back(), sentence);
    if (!right) return false;
    said.pop_back();
    if (!right->empty()) said.push_back(std::move(*right));
    return true;
  }

  bool keep(const Sentence& sentence, std::vector<std::string>& drafts,
            Leaning leaning = Leaning::kNone) {
    const auto stated = statement(
        {told_there(sentence.text, place_), sentence.begin, sentence.question}, persons_, leaning);
    if (!stated) {
      // Whoever is spoken of is in mind all the same.
      persons_.note(sentence.text);
      return false;
    }
    if (is_anybodys(*stated, asks_)) {
      persons_.meet_stranger();
      return false;
    }
    persons_.note(*stated);
    place_ = place_in(*stated);
    drafts.push_back(puts_right(sentence.text) ? marked_as_right(*stated) : *stated);
    return true;
  }

  // "Please keep it short, since I have a meeting": why the user asks; "Write to my boss Mr Hale".
  void keep_reasons(const Sentence& sentence, std::vector<std::string>& drafts) {
    const std::string text = bare(sentence.text);
    if (is_ironic(text) || !begins_with_any(utf8::lower(text), tables::kRequests)) return;
    std::vector<std::string> facts = reasons_in(text);
    if (auto who = introduced_in(text)) facts.push_back(std::move(*who));
    for (const std::string& fact : facts) keep({fact, 0, false}, drafts, Leaning::kReminder);
  }

  static bool is_impersonal(const std::vector<Sentence>& all) {
    return std::none_of(all.begin(), all.end(), [](const Sentence& sentence) {
      const std::vector<std::string> lower = lower_words(sentence.text);
      return std::any_of(lower.begin(), lower.end(), [](const std::string& word) {
        return lists(tables::kFirstPersonWords, word);
      });
    });
  }

  // In a turn without a word of its writer: "Alice has 5 apples. Bob takes two. How many are left?"
  // and "A train leaves Chicago at nine" are nobody's story.
  [[nodiscard]] bool is_anybodys(const std::string& fact, bool asks) const {
    if (!impersonal_ || is_about_known(fact)) return false;
    const std::string lower = utf8::lower(fact);
    return !is_first_person(lower) && (asks || begins_with(lower, "a") || begins_with(lower, "an"));
  }

  static bool is_first_person(std::string_view lower) {
    return begins_with_any(lower, tables::kFirstPersons);
  }

  [[nodiscard]] bool is_about_known(std::string_view fact) const {
    const std::vector<Word> all = words(fact);
    if (all.empty()) return false;
    std::string_view first = all.front().text;
    if (first.ends_with("'s")) first.remove_suffix(2);
    return persons_.knows(first);
  }

  bool keep_correction(const Sentence& sentence, std::vector<std::string>& drafts) {
    const auto stated = statement({whole_correction(sentence.text), sentence.begin, false},
                                  persons_, Leaning::kCorrection);
    if (!stated) return false;
    if (const auto told = of_known_fact(*stated)) {
      told_.push_back(*told);
      return false;
    }
    drafts.push_back(with_noun(marked_as_right(*stated), said_behind(0)));
    return true;
  }

  // "Nein, in Bremen, nicht in Kiel" of the last German fact that has Kiel.
  bool keep_german_correction(const std::string& sentence) {
    for (auto fact = facts_.rbegin(); fact != facts_.rend(); ++fact) {
      if (fact->about_assistant) continue;
      const LocalTime at = said_in(fact->turn);
      auto told = corrected_in_german(sentence, fact->text, at);
      if (!told) continue;
      told->pop_back();
      told_.push_back(*std::move(told));
      return true;
    }
    return false;
  }

  // "It is Lisbon, not Porto" of the last fact that has Porto for its value: "User lives in
  // Lisbon"; unless something said since then gives it another noun.
  [[nodiscard]] std::optional<std::string> of_known_fact(const std::string& stated) const {
    const auto bare = bare_correction(stated);
    if (!bare) return std::nullopt;
    for (auto fact = facts_.rbegin(); fact != facts_.rend(); ++fact) {
      if (fact->about_assistant) continue;
      const LocalTime at = said_in(fact->turn);
      auto told = corrected(*bare, fact->text, at);
      if (!told) continue;
      if (with_noun(stated, said_behind(fact->turn)) != stated) return std::nullopt;
      told->text.pop_back();
      return std::move(told->text);
    }
    return std::nullopt;
  }

  [[nodiscard]] std::vector<std::string> said_behind(std::int64_t turn) const {
    std::vector<std::string> said;
    for (const auto& [text, number] : earlier_) {
      if (number > turn) said.push_back(text);
    }
    return said;
  }

  // Whether the sentence went into the draft before it, because it says nothing alone.
  bool joined(const Sentence& sentence, std::string& draft, bool correction) {
    const std::string text = without_surroundings(bare(sentence.text));
    constexpr std::size_t kLongestText = 300;
    if (draft.size() + text.size() > kLongestText) return false;
    if (is_fragment(text)) {
      draft += ", " + text;
      return true;
    }
    const bool mine = begins_with_any(utf8::lower(text), tables::kFirstPersons);
    const bool leans = leans_on_the_one_before(text);
    // "It's ash, not oak. Customer changed her mind": the reason, in telegram style.
    constexpr std::size_t kShort = 5;
    const bool reason = correction && !mine && words(text).size() <= kShort;
    if (!leans && !reason) return false;
    const auto stated = statement(sentence, persons_, Leaning::kPrevious);
    if (!stated) return false;
    draft += "; " + lower_article(*stated);
    return true;
  }

  static std::string lower_article(std::string text) {
    if (text.starts_with("The ") || text.starts_with("A ")) text[0] += 'a' - 'A';
    return text;
  }

  void read_assistant(const Turn& turn, std::int64_t number) {
    heard_ = sentences_said(without_machine_output(turn.text, ""));
    for (const Sentence& sentence : heard_) {
      earlier_.push_back({sentence.text, number});
      persons_.hear(sentence.text);
      if (sentence.question || turn.by_other) continue;
      const TextKind kind = kind_of(sentence.text);
      if (kind == TextKind::kGerman) {
        const auto promised = german_commitment(sentence.text, date_of(said_at(turn, zone_)));
        if (promised)
          add({finished(*promised), number, std::max(5, importance_of(*promised)), true});
      }
      if (kind != TextKind::kEnglish) continue;
      const std::vector<std::string> lower = lower_words(sentence.text);
      const std::string said = commitment(persons_.resolve(sentence.text, lower).value_or(""));
      if (said.empty()) continue;
      const std::string dated = resolve_dates(address_user(said), date_of(said_at(turn, zone_)));
      const auto told = to_third_person(dated, "Assistant");
      if (told) add({finished(*told), number, std::max(5, importance_of(said)), true});
    }
  }

  // What another turn says again is a statement of its own: something else may have been said in
  // between.
  void add(Extracted fact) {
    if (facts_.empty() || facts_.back().turn != fact.turn) meanings_.clear();
    Meaning meaning = meaning_of(fact.text);
    const bool known = std::any_of(meanings_.begin(), meanings_.end(),
                                   [&](const Meaning& one) { return same(one, meaning); });
    if (known) return;
    meanings_.push_back(std::move(meaning));
    facts_.push_back(std::move(fact));
  }

  const format::Conversation& conversation_;
  std::string name_;
  Zone zone_;
  Persons persons_;
  bool impersonal_ = false;        // nobody says "I" in the turn
  bool asks_ = false;              // the turn ends with a question
  std::vector<std::string> told_;  // facts of the turn that need no telling in the third person
  std::string place_;              // of the fact before, in the turn
  std::vector<std::pair<std::string, std::int64_t>> earlier_;  // sentences, with their turns
  std::vector<Sentence> heard_;                                // those of the last turn
  std::vector<Extracted> facts_;
  std::vector<Meaning> meanings_;  // of the last turn's
};

}  // namespace

Result<std::vector<Extracted>> extract(const ExtractRequest& request) {
  Extraction extraction(request);
  const auto last = std::min<std::int64_t>(
      request.last, static_cast<std::int64_t>(request.conversation->turns.size()));
  for (std::int64_t turn = std::max<std::int64_t>(1, request.first); turn <= last; ++turn) {
    extraction.read(turn);
  }
  return extraction.take();
}

}  // namespace pyramid::engine::builtin
