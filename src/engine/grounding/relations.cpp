#include "engine/grounding/relations.hpp"

#include "engine/grounding/holds.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace pyramid::engine::grounding {

namespace {

using Kind = Token::Kind;

template <typename Values>
bool any_in(const Values& values, std::size_t begin, std::size_t end) {
  return std::any_of(values.begin(), values.end(),
                     [&](const auto& one) { return begin <= one.at && one.at < end; });
}

// The relations of one clause: the tokens from `begin` to `end`.
class Relating {
 public:
  Relating(std::span<const Token> tokens, std::size_t begin, std::size_t end, bool german,
           const Words::Fixed& known, Clause& clause)
      : tokens_(tokens),
        begin_(begin),
        end_(end),
        german_(german),
        known_(known),
        clause_(clause) {}

  void run() {
    for (std::size_t i = begin_; i < end_; ++i) {
      clause_.adds_up = clause_.adds_up || (word(i) && tokens_[i].word->adds_up);
    }
    if (!german_) read_verb();
    read_receiver();
    for (std::size_t i = begin_; i < end_; ++i) read_complement(i);
    read_parts();
  }

 private:
  [[nodiscard]] bool word(std::size_t i) const {
    return i >= begin_ && i < end_ && tokens_[i].kind == Kind::kWord;
  }
  // A word that says something of its own: no little word, number, unit or time.
  [[nodiscard]] bool content(std::size_t i) const {
    return word(i) && !tokens_[i].word->stop && holds(clause_.stems, tokens_[i].word->stem);
  }
  [[nodiscard]] bool name(std::size_t i) const {
    return content(i) && tokens_[i].capital && !tokens_[i].opening;
  }
  [[nodiscard]] bool user(std::size_t i) const {
    return word(i) && (tokens_[i].word == known_.user || tokens_[i].word == known_.assistant);
  }

  // "lent", "has lent", "will lend"; none of "is lent", which does not tell who did it.
  void read_verb() {
    std::size_t at = begin_;
    while (at < end_ && !(word(at) && tokens_[at].word->verb && !name(at))) ++at;
    if (at == end_ || tokens_[at].word->is_being) return;
    if (tokens_[at].word->helps) {
      std::size_t next = at + 1;
      while (word(next) && tokens_[next].word->stop && !tokens_[next].word->determines &&
             !tokens_[next].word->is_being) {
        ++next;
      }
      if (word(next) && tokens_[next].word->is_being) return;
      if (content(next) && !tokens_[next].capital) at = next;
    }
    clause_.verb = tokens_[at].word->stem;
    clause_.verb_at = at;
  }

  void add(std::uint8_t role, std::size_t at, bool is_name) {
    clause_.complements.push_back(
        {role, tokens_[at].word->stem, is_name, german_ && is_name, tokens_[at].shown, at});
  }

  // "Mia lent Tobias her tent"; "zeigt es dem Vorstand", "hat Jonas 200 Euro geliehen".
  void read_receiver() {
    if (!german_) {
      if (clause_.verb == 0) return;
      const std::size_t at = clause_.verb_at + 1;
      const bool thing = at + 1 < end_ && tokens_[at + 1].before == 0 &&
                         (tokens_[at + 1].word->determines || tokens_[at + 1].kind != Kind::kWord);
      if (name(at) && !tokens_[at].possessive && thing) add(known_.to->role, at, true);
      return;
    }
    for (std::size_t i = begin_ + 1; i < end_; ++i) {
      if (!name(i)) continue;
      const Word& before = *tokens_[i - 1].word;
      const bool dative = tokens_[i - 1].shown == "dem" && i >= 2 && begin_ <= i - 2 &&
                          !tokens_[i - 2].word->german_before_name && tokens_[i - 1].before == 0 &&
                          !is_preposition(i - 2);
      const bool bare = tokens_[i].before == 0 && !tokens_[i].possessive && word(i - 1) &&
                        !before.determines && !before.german_before_name && before.role == 0 &&
                        (!(before.german || before.german_little) || before.german_finite);
      const bool behind_number = tokens_[i - 1].kind != Kind::kWord && tokens_[i].before == 0;
      if (dative) add(known_.to->role, i, false);
      if (!dative && (bare || behind_number)) add(known_.to->role, i, true);
    }
  }
  // With a dative behind it that is no receiver.
  [[nodiscard]] bool is_preposition(std::size_t i) const {
    const auto is = [&](const char* lower) { return tokens_[i].shown == lower; };
    return is("mit") || is("von") || is("bei") || is("aus") || is("nach") || is("seit") ||
           is("zu") || is("in") || is("an") || is("auf") || is("vor") || is("über") ||
           is("unter") || is("neben") || is("hinter") || is("zwischen") || is("gegenüber");
  }

  // "to the board", "for Anna", "with the new neighbour".
  void read_complement(std::size_t i) {
    if (!word(i) || tokens_[i].word->role == 0) return;
    std::size_t at = i + 1;
    while (word(at) && tokens_[at].before == 0 && !user(at) &&
           (tokens_[at].word->determines || tokens_[at].possessive)) {
      ++at;
    }
    if (at >= end_ || tokens_[at].before != 0) return;
    if (user(at) && !tokens_[at].possessive) return add(tokens_[i].word->role, at, true);
    if (name(at) && (!german_ || at == i + 1)) return add(tokens_[i].word->role, at, true);
    if (at == i + 1 || !content(at)) return;
    while (!german_ && content(at + 1) && tokens_[at + 1].before == 0 &&
           !tokens_[at + 1].word->verb) {
      ++at;
    }
    add(tokens_[i].word->role, at, false);
  }

  // The parts of an enumeration that have a number or time each.
  void read_parts() {
    std::vector<Part> parts;
    std::size_t begin = begin_;
    for (std::size_t i = begin_ + 1; i <= end_; ++i) {
      if (i < end_ && (!begins_part(i) || is_among_alike(i))) continue;
      const bool valued = any_in(clause_.amounts, begin, i) || any_in(clause_.moments, begin, i) ||
                          any_in(clause_.clocks, begin, i);
      if (valued) {
        parts.push_back({begin, i, {}});
        begin = i;
      } else if (!parts.empty()) {
        parts.back().end = i;
        begin = i;
      }
    }
    if (parts.size() < 2) return;
    for (Part& part : parts) part.own = own_of(part, part.begin == parts.front().begin);
    add_mirrored(parts);
    for (Part& part : parts) {
      std::erase_if(part.own, [&](std::uint32_t stem) {
        return std::any_of(parts.begin(), parts.end(), [&](const Part& other) {
          return &other != &part && holds(stems_in(other.begin, other.end), stem);
        });
      });
    }
    clause_.parts = std::move(parts);
  }
  [[nodiscard]] bool begins_part(std::size_t i) const {
    const Token& token = tokens_[i];
    if (token.before == ',' || token.before == ';') return true;
    return token.kind == Kind::kWord && (token.word->joins || token.shown == "or" ||
                                         token.shown == "und" || token.shown == "oder");
  }
  // "between 3 and 5 May", "on Mondays and Fridays": nothing stands between two of a sort.
  [[nodiscard]] bool is_among_alike(std::size_t at) const {
    std::size_t before = at;
    while (before > begin_ && sort_at(before - 1) == Sort::kNone && !content(before - 1)) --before;
    std::size_t behind = at;
    while (behind < end_ && sort_at(behind) == Sort::kNone && !content(behind)) ++behind;
    if (before == begin_ || behind == end_) return false;
    return sort_at(behind) != Sort::kNone && sort_at(before - 1) == sort_at(behind);
  }
  enum class Sort { kNone, kAmount, kMoment, kClock };
  [[nodiscard]] Sort sort_at(std::size_t i) const {
    if (any_in(clause_.amounts, i, i + 1)) return Sort::kAmount;
    if (any_in(clause_.moments, i, i + 1)) return Sort::kMoment;
    return any_in(clause_.clocks, i, i + 1) ? Sort::kClock : Sort::kNone;
  }
  [[nodiscard]] std::vector<std::uint32_t> stems_in(std::size_t begin, std::size_t end) const {
    std::vector<std::uint32_t> stems;
    for (std::size_t i = begin; i < end; ++i) {
      if (content(i)) stems.push_back(tokens_[i].word->stem);
    }
    return stems;
  }
  // What stands in front of the first number may be said of all.
  [[nodiscard]] std::vector<std::uint32_t> own_of(const Part& part, bool first) const {
    std::size_t from = part.begin;
    while (first && from < part.end && sort_at(from) == Sort::kNone) ++from;
    return stems_in(from, part.end);
  }

  // "to Greta on Mondays and to Milo on Thursdays": Greta is no more said of all than Milo is.
  void add_mirrored(std::vector<Part>& parts) const {
    Part& first = parts.front();
    for (const Complement& one : clause_.complements) {
      if (one.at >= first.end) continue;
      const bool mirrored = std::any_of(
          clause_.complements.begin(), clause_.complements.end(),
          [&](const Complement& other) { return other.at >= first.end && other.role == one.role; });
      if (mirrored) first.own.push_back(one.stem);
    }
  }

  std::span<const Token> tokens_;
  std::size_t begin_, end_;
  bool german_;
  const Words::Fixed& known_;
  Clause& clause_;
};

}  // namespace

void read_relations(std::span<const Token> tokens, const std::vector<std::size_t>& clause_of,
                    bool german, const Words::Fixed& known, std::vector<Clause>& clauses) {
  for (std::size_t begin = 0; begin < tokens.size();) {
    std::size_t end = begin;
    while (end < tokens.size() && clause_of[end] == clause_of[begin]) ++end;
    Relating(tokens, begin, end, german, known, clauses[clause_of[begin]]).run();
    begin = end;
  }
}

}  // namespace pyramid::engine::grounding
