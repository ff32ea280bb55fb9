#include "engine/builtin/writing/prose.hpp"

#include "base/sentence_end.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/builtin/writing/emphasis.hpp"
#include "engine/builtin/writing/standing.hpp"
#include "engine/builtin/writing/verbs.hpp"
#include "engine/builtin/writing/years.hpp"
#include "engine/text/language.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace pyramid::engine::builtin::writing {
namespace {

constexpr std::size_t kLongPredicate = 70;
constexpr std::size_t kLongSentence = 130;
// How far apart two facts may have been said to be told in one breath: what holds for now, and what
// happened or always holds.
constexpr std::int64_t kPresentDays = 3;
constexpr std::int64_t kLastingDays = 10;

// Words and marks after which a second predicate could be read as part of something else.
bool is_plain(std::string_view predicate) {
  static constexpr std::array<std::string_view, 21> kBinding = {
      "and",     "or",    "but",   "because",  "so",    "when", "that",
      "who",     "which", "if",    "while",    "since", "than", "whose",
      "whether", "where", "until", "although", "again", "nor",  "after"};
  if (predicate.size() > kLongPredicate) return false;
  if (predicate.find_first_of(",;:()\"") != std::string_view::npos) return false;
  const std::vector<Word> all = words(predicate);
  return std::none_of(all.begin(), all.end(), [](const Word& word) {
    return std::find(kBinding.begin(), kBinding.end(), word.text) != kBinding.end();
  });
}

bool said_together(const Fact& first, const Fact& second, std::int64_t days = kLastingDays) {
  return std::llabs(day_number(second.at) - day_number(first.at)) <= days;
}

// Made once: verbs are held against them all the time.
template <std::size_t N>
std::array<std::string, N> stems_of(const std::array<std::string_view, N>& words) {
  std::array<std::string, N> stems;
  std::transform(words.begin(), words.end(), stems.begin(), stem);
  return stems;
}

// What costs least is asked first.
bool can_join(const Fact& first, const Fact& second) {
  if (first.predicate.empty() || first.subject != second.subject) return false;
  if (first.verb_stem == second.verb_stem) return false;  // "is … and is …" says it twice
  if (first.tense != second.tense) return false;
  if (first.tense != Tense::kPresent && first.tense != Tense::kPast) return false;
  if (first.text.size() + second.predicate.size() > kLongSentence) return false;
  if (!said_together(first, second)) return false;
  if (!is_plain(first.predicate) || !is_plain(second.predicate)) return false;
  // A date behind one of two predicates would be read as the date of both.
  if (tells_time(first.predicate) != tells_time(second.predicate)) return false;
  if (is_stressed(first) != is_stressed(second) || first.rating != second.rating) return false;
  const bool lasting = first.tense == Tense::kPast || (is_timeless(first) && is_timeless(second));
  return said_together(first, second, lasting ? kLastingDays : kPresentDays);
}

// The predicate as it stands behind "had", if its verb tells an event.
std::optional<std::string> after_had(const Fact& fact) {
  if (fact.tense != Tense::kPast || fact.negative || !is_plain(fact.predicate)) return std::nullopt;
  if (!fact.predicate.starts_with(fact.verb)) return std::nullopt;
  const auto participle = participle_of_event(fact.verb);
  if (!participle) return std::nullopt;
  return "had " + *participle + fact.predicate.substr(fact.verb.size());
}

class Composer {
 public:
  Composer(std::span<const Fact> facts, const Style& style) : facts_(facts), style_(style) {}

  std::string run() {
    for (std::size_t i = 0; i < facts_.size();) i += sentence(i);
    return std::move(out_);
  }
  // REQUIRES: two facts.
  bool takes_both() { return sentence(0) == 2; }

 private:
  // Writes the sentence that begins with facts_[i]; returns how many facts it took.
  std::size_t sentence(std::size_t i) {
    const Fact& fact = facts_[i];
    const bool joins = i + 1 < facts_.size() && can_join(fact, facts_[i + 1]);
    if (fact.predicate.empty()) {
      put(fact, in_prose(fact.text, style_.first_person));
      last_ = nullptr;
      return 1;
    }
    std::string predicate = fact.predicate;
    std::string lead = lead_in(fact, predicate);
    const bool had = predicate != fact.predicate;
    std::string body = fact.subject + " " + predicate;
    std::size_t taken = 1;
    if (joins && (!had || same_behind_had(facts_[i + 1])) && same_period(facts_[i + 1])) {
      body += " and " + facts_[i + 1].predicate;
      taken = 2;
    } else if (lead.empty() && (style_.goes_on ? can_have_also(fact) : wants_also(fact))) {
      body = fact.subject + " " + with_also(fact);
    }
    also_ = body.find(" also ") != std::string::npos;
    const bool opening = lead.empty();
    put(fact, lead + in_prose(lower_opening(body, opening) + ".", style_.first_person, opening));
    last_ = &fact;
    return taken;
  }

  // Behind a lead-in, "The …" and "At …" go on in lower case.
  static std::string lower_opening(std::string body, bool opening) {
    const std::string first = utf8::lower(body.substr(0, body.find(' ')));
    if (!opening && first != "i" && is_stop_word(first)) body.replace(0, first.size(), first);
    return body;
  }

  // "As of " for what holds, "By " for what has happened, where the fact does not tell its time
  // itself; else "".
  [[nodiscard]] std::string_view lead_word(const Fact& fact) const {
    if (!style_.lead_ins || !fact.dated || fact.predicate.empty() || tells_own_time(fact.text))
      return {};
    if (fact.tense == Tense::kPresent) return is_timeless(fact) ? "" : "As of ";
    return after_had(fact) ? "By " : "";
  }

  [[nodiscard]] std::string period_of(const Fact& fact) const {
    return name_time(date_of(fact.at), style_.grain, 0);
  }

  // "As of early May 2026, " unless that period has been told; turns the predicate behind "By".
  std::string lead_in(const Fact& fact, std::string& predicate) {
    const std::string_view word = lead_word(fact);
    if (word.empty() || period_of(fact) == told_) return {};
    if (word == "By ") predicate = *after_had(fact);
    const Date date = date_of(fact.at);
    std::string lead = std::string(word) +
                       name_time(date, style_.grain, style_.goes_on ? date.year : told_year_) +
                       ", ";
    told_ = period_of(fact);
    told_year_ = date.year;
    return lead;
  }

  [[nodiscard]] bool same_period(const Fact& next) const {
    return lead_word(next).empty() || period_of(next) == told_;
  }

  static bool same_behind_had(const Fact& next) {
    const auto participle = participle_of_event(next.verb);
    return participle == next.verb && next.predicate.starts_with(next.verb);
  }

  // Beside another of the same: "likes figs", "also likes leeks".
  [[nodiscard]] bool wants_also(const Fact& fact) const {
    static const auto kSeveral =
        stems_of(std::to_array<std::string_view>({"like", "dislike", "hate", "want"}));
    const bool one_of_several =
        std::find(kSeveral.begin(), kSeveral.end(), fact.verb_stem) != kSeveral.end();
    return last_ != nullptr && !also_ && one_of_several && last_->subject == fact.subject &&
           last_->tense == fact.tense && last_->verb_stem == fact.verb_stem &&
           said_together(*last_, fact) && !last_->negative && can_have_also(fact);
  }

  [[nodiscard]] static bool can_have_also(const Fact& fact) {
    return !fact.negative && read_verb(fact.verb).base != "be" &&
           (fact.subject == "User" || fact.subject == "Assistant") &&
           fact.predicate.starts_with(fact.verb) &&
           fact.predicate.find("also") == std::string::npos;
  }

  static std::string with_also(const Fact& fact) {
    const Verb verb = read_verb(fact.verb);
    const bool auxiliary = verb.base == "be" || verb.form == VerbForm::kModal;
    if (!auxiliary) return "also " + fact.predicate;
    return fact.verb + " also" + fact.predicate.substr(fact.verb.size());
  }

  // On a line of its own where the end of the sentence before would not be seen: "on Main St."
  void put(const Fact& fact, std::string sentence) {
    sentence = with_stop(std::move(sentence));
    if (style_.emphasis && is_stressed(fact)) sentence = with_emphasis(std::move(sentence));
    const std::size_t seam = out_.size();
    out_.append(seam == 0 ? "" : " ").append(sentence);
    if (seam > 0 && !sentence_ends(out_, seam)) out_[seam] = '\n';
  }

  std::span<const Fact> facts_;
  const Style& style_;
  const Fact* last_ = nullptr;  // what the sentence before told, if its parts are known
  bool also_ = false;
  std::string told_;  // the period of the last lead-in
  int told_year_ = 0;
  std::string out_;
};

}  // namespace

std::string compose(std::span<const Fact> facts, const Style& style) {
  return Composer(facts, style).run();
}

std::string compose_within(const Fact& fact, const Style& style, std::size_t budget) {
  std::string text = compose(std::span(&fact, 1), style);
  if (text.size() <= budget) return text;
  constexpr std::string_view kEllipsis = "…";
  if (budget < kEllipsis.size()) return std::string(utf8::truncate(text, budget));
  std::string_view cut = utf8::truncate(text, budget - kEllipsis.size());
  if (const std::size_t blank = cut.rfind(' '); blank != std::string_view::npos) {
    cut = cut.substr(0, blank);
  }
  return std::string(cut) + std::string(kEllipsis);
}

std::string with_stop(std::string sentence) {
  if (!sentence_ends(sentence, sentence.size())) sentence += '.';
  return sentence;
}

bool is_timeless(const Fact& fact) {
  if (tells_name(fact)) return true;
  static constexpr std::array<std::string_view, 12> kDefining = {
      "a",      "an",   "the",        "called", "named", "allergic",
      "afraid", "from", "vegetarian", "vegan",  "one",   "fluent"};
  static constexpr std::array<std::string_view, 7> kLiking = {"like", "dislike", "hate",   "prefer",
                                                              "know", "speak",   "believe"};
  const std::vector<Word> all = words(fact.predicate);
  const Verb verb = read_verb_here(fact.verb);
  const std::string_view last = all.size() > 1 ? all[1].text : std::string_view();
  if (verb.base == "be") {
    return std::find(kDefining.begin(), kDefining.end(), last) != kDefining.end() ||
           last.ends_with("'s");
  }
  static const auto kLikingStems = stems_of(kLiking);
  return std::find(kLikingStems.begin(), kLikingStems.end(), fact.verb_stem) !=
             kLikingStems.end() ||
         (verb.base == "do" && all.size() > 2 &&
          std::find(kLiking.begin(), kLiking.end(), all[2].text) != kLiking.end());
}

bool asks_for_time(const Fact& fact) {
  return !fact.predicate.empty() && fact.tense == Tense::kPresent && !is_timeless(fact) &&
         !tells_own_time(fact.text);
}

bool reads_on(const Fact& first, const Fact& second, const Style& style) {
  const Fact both[] = {first, second};
  return Composer(both, style).takes_both();
}

}  // namespace pyramid::engine::builtin::writing
