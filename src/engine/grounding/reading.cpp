#include "engine/grounding/reading.hpp"

#include "base/utf8.hpp"
#include "engine/grounding/moments.hpp"
#include "engine/grounding/relations.hpp"
#include "engine/grounding/tables.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace pyramid::engine::grounding {

namespace {

using Kind = Token::Kind;

bool is(const Token& token, std::string_view lower) {
  if (token.kind != Kind::kWord || token.shown.size() < lower.size()) return false;
  for (std::size_t i = 0; i < lower.size(); ++i) {
    const char c = token.shown[i];
    if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) != lower[i]) return false;
  }
  return token.shown.size() == lower.size();
}

void add_once(std::vector<std::uint32_t>& list, std::uint32_t item) {
  if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

class SentenceReader {
 public:
  SentenceReader(std::string_view sentence, Words& words, const LocalTime* said)
      : known_(words.fixed()),
        tokens_(lex(sentence, words)),
        used_(tokens_.size()),
        clause_of_(tokens_.size()),
        german_(is_german()) {
    cut();
    clauses_.resize(tokens_.empty() ? 1 : clause_of_.back() + 1);
    for (Found& found : moments_in(tokens_, said)) {
      found.moment.at = found.begin;
      for (std::size_t i = found.begin; i < found.end; ++i) used_[i] = true;
      clauses_[clause_of_[found.begin]].moments.push_back(std::move(found.moment));
    }
    read_clocks();
    read_amounts();
    read_changes();
    for (std::size_t i = 0; i < tokens_.size(); ++i) read_word(i);
    hand_on_subjects();
    hand_on_user();
    read_relations(tokens_, clause_of_, german_, known_, clauses_);
  }

  std::vector<Clause> take() { return std::move(clauses_); }

 private:
  // Every noun has a capital letter there.
  [[nodiscard]] bool is_german() const {
    constexpr std::size_t kFewWords = 7;
    const auto words = std::count_if(tokens_.begin(), tokens_.end(),
                                     [](const Token& token) { return token.word->german; });
    return words > 1 || (words == 1 && tokens_.size() <= kFewWords);
  }

  // Where a clause with its own verb begins.
  void cut() {
    std::size_t clause = 0;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const Token& token = tokens_[i];
      const bool joiner = token.kind == Kind::kWord && token.word->joins;
      const std::size_t from = joiner ? i + 1 : i;
      const bool parts = joiner || token.before == ';' || token.before == ',';
      if (i > 0 && parts && has_verb(from) && had_verb(clause, i)) {
        ++clause;
        const bool open = joiner && from < tokens_.size() && tokens_[from].word->verb;
        if (open) without_subject_.push_back(clause);
      }
      clause_of_[i] = clause;
    }
  }
  [[nodiscard]] bool has_verb(std::size_t from) const {
    constexpr std::size_t kNear = 4;
    for (std::size_t i = from; i < std::min(from + kNear, tokens_.size()); ++i) {
      if (i > from && tokens_[i].before != 0) return false;
      if (tokens_[i].kind == Kind::kWord && tokens_[i].word->verb) return true;
    }
    return false;
  }
  [[nodiscard]] bool had_verb(std::size_t clause, std::size_t until) const {
    for (std::size_t i = until; i-- > 0 && clause_of_[i] == clause;) {
      if (tokens_[i].kind == Kind::kWord && tokens_[i].word->verb) return true;
    }
    return false;
  }

  [[nodiscard]] bool plain(std::size_t i) const {
    return i < tokens_.size() && !used_[i] && tokens_[i].kind == Kind::kWord;
  }

  // "in the morning", "pm" behind a number.
  Clock::Half half_behind(std::size_t i) {
    if (!plain(i)) return Clock::Half::kUnknown;
    if (is(tokens_[i], "am") || is(tokens_[i], "pm")) {
      used_[i] = true;
      return is(tokens_[i], "am") ? Clock::Half::kMorning : Clock::Half::kEvening;
    }
    const bool day = plain(i + 2) && is(tokens_[i], "in") && is(tokens_[i + 1], "the");
    if (day && is(tokens_[i + 2], "morning")) return Clock::Half::kMorning;
    if (day && (is(tokens_[i + 2], "evening") || is(tokens_[i + 2], "afternoon"))) {
      return Clock::Half::kEvening;
    }
    return Clock::Half::kUnknown;
  }

  void read_clocks() {
    constexpr double kHour = 3600;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const Token& token = tokens_[i];
      const bool word = plain(i) && token.word->numeral > 0 && !token.word->ordinal;
      if (used_[i] || (token.kind != Kind::kClock && token.kind != Kind::kNumber && !word))
        continue;
      Clock clock{token.value, Clock::Half::kUnknown, token.shown};
      if (token.kind != Kind::kClock) {
        clock.seconds = (word ? token.word->numeral : token.value) * kHour;
        if (clock.seconds > 24 * kHour) continue;
      }
      const bool past = i > 0 && is(tokens_[i - 1], "past") && i > 1 && is(tokens_[i - 2], "half");
      if (past) clock.seconds += kHour / 2;
      clock.half = half_behind(i + 1);
      if (token.kind != Kind::kClock && clock.half == Clock::Half::kUnknown && !past) continue;
      if (clock.half == Clock::Half::kEvening && clock.seconds < 12 * kHour) {
        clock.seconds += 12 * kHour;
      }
      if (clock.seconds >= 13 * kHour || token.shown.starts_with('0')) {
        clock.half = clock.seconds >= 12 * kHour ? Clock::Half::kEvening : Clock::Half::kMorning;
      }
      used_[i] = true;
      clock.at = i;
      clauses_[clause_of_[i]].clocks.push_back(std::move(clock));
    }
  }

  // The value of a number that begins at `i`; `end` moves behind it.
  double value_at(std::size_t i, std::size_t& end, bool& ordinal) const {
    const auto numeral = [&](std::size_t at) { return plain(at) ? tokens_[at].word->numeral : -1; };
    const Token& token = tokens_[i];
    double value = token.kind == Kind::kNumber ? token.value : token.word->numeral;
    ordinal = token.kind == Kind::kNumber ? token.ordinal : token.word->ordinal;
    end = i + 1;
    const bool tens = token.kind == Kind::kWord && value >= 20 && !ordinal;
    if (tens && numeral(end) > 0 && numeral(end) < 10) {
      value += numeral(end);
      ordinal = tokens_[end].word->ordinal;
      ++end;
    }
    while (plain(end) && tokens_[end].word->multiplier > 1) {
      value *= tokens_[end].word->multiplier;
      ++end;
    }
    return value;
  }

  void read_amounts() {
    for (std::size_t i = 0; i < tokens_.size();) {
      const Token& token = tokens_[i];
      const bool word = plain(i) && token.word->numeral >= 0;
      if (used_[i] || (token.kind != Kind::kNumber && !word)) {
        ++i;
        continue;
      }
      std::size_t end = i;
      Amount amount;
      amount.value = value_at(i, end, amount.ordinal);
      amount.idle = word && end == i + 1 && token.word->numeral == 1;
      amount.unit = token.unit;
      amount.shown = token.shown;
      for (std::size_t k = i + 1; k < end; ++k) amount.shown += " " + tokens_[k].shown;
      for (std::size_t k = i; k < end; ++k) used_[k] = true;
      if (i > 0 && tokens_[i - 1].kind == Kind::kWord && !tokens_[i - 1].word->stop &&
          token.before == 0) {
        amount.owner = tokens_[i - 1].word->stem;
      }
      look_behind(amount, end);
      if (amount.rate == 0 && i > 0) amount.rate = tokens_[i - 1].word->rate;
      amount.at = i;
      clauses_[clause_of_[i]].amounts.push_back(std::move(amount));
      i = end;
    }
  }

  // "from 980 to 900 euros"
  void read_changes() {
    for (Clause& clause : clauses_) {
      for (std::size_t i = 1; i < clause.amounts.size(); ++i) {
        const Amount& from = clause.amounts[i - 1];
        const Amount& to = clause.amounts[i];
        if (from.at == 0 || to.at <= from.at + 1) continue;
        const bool forth = is(tokens_[from.at - 1], "from") || is(tokens_[from.at - 1], "von");
        const bool on = is(tokens_[to.at - 1], "to") || is(tokens_[to.at - 1], "auf");
        if (!forth || !on) continue;
        clause.changes.push_back({from.value, to.value, "from " + from.shown + " to " + to.shown});
      }
    }
  }

  // "im Jahr", but not "im Jahr 2025".
  [[nodiscard]] std::uint8_t rate_at(std::size_t i) const {
    const bool dated = i + 1 < tokens_.size() && tokens_[i + 1].kind == Kind::kNumber;
    return dated ? 0 : tokens_[i].word->unit;
  }

  // The unit or noun, and what it is by: "45 pounds a year", "three kinds".
  void look_behind(Amount& amount, std::size_t at) {
    constexpr std::size_t kNear = 3;
    std::size_t last = at;
    for (std::size_t k = at; k < std::min(at + kNear, tokens_.size()); ++k) {
      const Token& token = tokens_[k];
      if (token.kind != Kind::kWord || token.before != 0) break;
      if (token.word->numeral >= 0) break;
      if (token.word->unit != 0 && amount.unit == 0 && !amount.ordinal) {
        amount.unit = token.word->unit;
        amount.shown += k == at ? " " + token.shown : "";
        last = k + 1;
        break;
      }
      if (token.word->stop) break;
      if (amount.noun == 0) amount.noun = token.word->stem;
      last = k + 1;
    }
    if (amount.unit != 0) amount.noun = 0;
    while (last < tokens_.size() && last < at + 2 * kNear) {
      const bool each = last + 1 < tokens_.size() &&
                        std::find(known_.each.begin(), known_.each.end(), tokens_[last].word) !=
                            known_.each.end();
      if (each && tokens_[last + 1].word->unit != 0) amount.rate = rate_at(last + 1);
      if (tokens_[last].word->rate != 0) amount.rate = tokens_[last].word->rate;
      if (amount.rate != 0 || tokens_[last].before != 0 || tokens_[last].word->joins) break;
      ++last;
    }
  }

  // "Lena moved to Rome and married Omar": she did both.
  void hand_on_subjects() {
    for (const std::size_t clause : without_subject_) {
      hand_on_kin(clause);
      const std::vector<Name>& before = clauses_[clause - 1].names;
      if (before.empty()) continue;
      Name subject = before.front();
      subject.handed_on = true;
      clauses_[clause].names.insert(clauses_[clause].names.begin(), std::move(subject));
    }
  }

  // "User's mother lives in Porto and plays the viola": she does both.
  void hand_on_kin(std::size_t clause) {
    if (clauses_[clause - 1].kin.empty() || !clauses_[clause].kin.empty()) return;
    for (std::size_t i = 0; i < tokens_.size() && clause_of_[i] < clause; ++i) {
      if (clause_of_[i] + 1 < clause) continue;
      if (tokens_[i].kind != Kind::kWord || tokens_[i].word->verb) return;
      if (tokens_[i].word->kin == 0) continue;
      clauses_[clause].kin.push_back(clauses_[clause - 1].kin.front());
      add_once(clauses_[clause].stems, clauses_[clause].kin.back().stem);
      return;
    }
  }

  // "User's name is Dario and they live in Porto": the user does.
  void hand_on_user() {
    if (tokens_.empty() || !is_of_user()) return;
    const Word& user = *known_.user;
    for (std::size_t i = 1; i < tokens_.size(); ++i) {
      if (tokens_[i].shown != "they" || !tokens_[i - 1].word->joins) continue;
      std::vector<Name>& names = clauses_[clause_of_[i]].names;
      names.insert(names.begin(), Name{user.id, user.stem, false, true, true, "they"});
    }
  }

  // Not "User's parents moved, and they live in Porto".
  [[nodiscard]] bool is_of_user() const {
    const Token& first = tokens_.front();
    if (first.word != known_.user && first.word != known_.users) return false;
    return !first.possessive || (tokens_.size() > 1 && tokens_[1].shown == "name");
  }

  void read_word(std::size_t i) {
    const Token& token = tokens_[i];
    Clause& clause = clauses_[clause_of_[i]];
    clause.words.push_back(token.word->id);
    if (token.kind == Kind::kUrl || token.kind == Kind::kCode) {
      clause.exacts.push_back({token.word->id, token.kind == Kind::kUrl, token.shown});
      add_once(clause.stems, token.word->stem);
    }
    if (token.kind != Kind::kWord) return;
    clause.half_denies = clause.half_denies || token.word->half_denies;
    clause.nearly = clause.nearly || token.word->near;
    clause.rises = clause.rises || token.word->rises;
    clause.falls = clause.falls || token.word->falls;
    if (token.word->denies) return deny(clause, i);
    if (used_[i] || token.word->month != 0 || token.word->weekday >= 0) return;
    if (token.word == known_.user || token.word == known_.assistant || token.word == known_.i) {
      const Word* who = token.word == known_.i ? known_.assistant : token.word;
      clause.names.push_back({who->id, who->stem, token.possessive, true, false, token.shown});
      clause.names.back().at = i;
      return;
    }
    if (german_ && token.word == known_.users) {  // "Users Schwester"
      clause.names.push_back({known_.user->id, known_.user->stem, true, true, false, token.shown});
      return;
    }
    const bool title = token.capital && !token.opening;  // "The Years"
    if (token.word->stop || (token.word->unit != 0 && !title) || token.word->numeral >= 0) return;
    if (is_of_unit(i)) return;
    add_once(clause.stems, token.word->stem);
    if (token.word->kin != 0) {
      clause.kin.push_back({token.word->kin, token.word->stem, is_of_other(i), token.shown});
    }
    if (denied_from_ <= i && i < denied_from_ + 4) clause.denied.push_back(token.word->stem);
    if (token.capital) read_name(clause, i);
  }

  // "his sister", "Ana's sister"
  [[nodiscard]] bool is_of_other(std::size_t i) const {
    if (i == 0 || tokens_[i].before != 0) return false;
    const Token& before = tokens_[i - 1];
    const bool of_name =
        before.possessive && before.word != known_.user && before.word != known_.users;
    return of_name || is(before, "his") || is(before, "her") || is(before, "their");
  }

  // "120 Swiss francs"
  [[nodiscard]] bool is_of_unit(std::size_t i) const {
    if (i == 0 || i + 1 >= tokens_.size() || tokens_[i + 1].before != 0) return false;
    const bool counted = tokens_[i - 1].kind == Kind::kNumber || tokens_[i - 1].word->numeral >= 0;
    return counted && tokens_[i].capital && tokens_[i + 1].word->unit != 0;
  }

  void deny(Clause& clause, std::size_t i) {
    const bool next_only =
        i + 1 < tokens_.size() && (is(tokens_[i + 1], "only") || is(tokens_[i + 1], "just") ||
                                   is(tokens_[i + 1], "doubt") || is(tokens_[i + 1], "later"));
    if (next_only) return;
    const bool contrast =
        tokens_[i].before == ',' && (is(tokens_[i], "not") || is(tokens_[i], "never"));
    if (contrast) {
      denied_from_ = i + 1;
    } else {
      clause.denies = true;
    }
  }

  // A name by what stands before it: of a capital letter alone nobody can tell it from a noun.
  [[nodiscard]] bool is_german_name(std::size_t i) const {
    const std::string lower = utf8::lower(tokens_[i].shown);
    const bool noun =
        std::any_of(tables::kGermanNounEndings.begin(), tables::kGermanNounEndings.end(),
                    [&](std::string_view ending) { return lower.ends_with(ending); });
    if (noun) return false;
    if (tokens_[i].opening) return i + 1 < tokens_.size() && tokens_[i + 1].word->german_verb;
    return tokens_[i].before == 0 && tokens_[i - 1].word->german_before_name;
  }

  void read_name(Clause& clause, std::size_t i) {
    const Token& token = tokens_[i];
    if (token.shown.starts_with("I'")) return;
    if (german_) {
      if (token.word->german_little) return;
      clause.names.push_back({token.word->id, token.word->stem, token.possessive, is_german_name(i),
                              false, token.shown});
      Name& name = clause.names.back();
      name.german = true;
      name.likely = token.opening && i + 1 < tokens_.size() && tokens_[i + 1].word->german_finite;
      name.at = i;
      return;
    }
    bool sure = !token.opening;
    if (!sure) {
      if (token.word->opens) return;
      const bool last = i + 1 >= tokens_.size();
      const Token* next = last ? nullptr : &tokens_[i + 1];
      sure = token.possessive || (next != nullptr && (next->word->verb || next->capital));
    }
    clause.names.push_back(
        {token.word->id, token.word->stem, token.possessive, sure, false, token.shown});
    clause.names.back().at = i;
  }

  const Words::Fixed& known_;
  std::vector<Token> tokens_;
  std::vector<bool> used_;
  std::vector<std::size_t> clause_of_;
  std::vector<std::size_t> without_subject_;  // clauses
  std::vector<Clause> clauses_;
  bool german_ = false;
  std::size_t denied_from_ = static_cast<std::size_t>(-1) / 2;
};

}  // namespace

std::vector<Clause> read_clauses(std::string_view sentence, Words& words, const LocalTime* said) {
  return SentenceReader(sentence, words, said).take();
}

}  // namespace pyramid::engine::grounding
