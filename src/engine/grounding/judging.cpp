#include "engine/grounding/judging.hpp"

#include "base/utf8.hpp"
#include "engine/grounding/alike.hpp"
#include "engine/grounding/cover.hpp"
#include "engine/grounding/elsewhere.hpp"
#include "engine/grounding/holds.hpp"
#include "engine/grounding/mixing.hpp"
#include "engine/grounding/moments.hpp"
#include "engine/grounding/persons.hpp"
#include "engine/grounding/roles.hpp"
#include "engine/grounding/said.hpp"
#include "engine/grounding/working_out.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

namespace pyramid::engine::grounding {

namespace {

constexpr double kDenialSaysIt = 0.8;
constexpr double kMostlySaysIt = 0.6;  // the verb is another
constexpr double kSymmetric = 0.6;     // of the source's clause, for a denial to be of the same

template <typename Items, typename Test>
bool any_of(const Items& items, const Test& test) {
  return std::any_of(items.begin(), items.end(), test);
}

class Judge {
 public:
  Judge(std::span<const Clause> sentence, const Facts& facts, Words& words)
      : sentence_(sentence),
        facts_(facts),
        words_(words),
        known_(words.fixed()),
        user_(known_.user->id),
        assistant_(known_.assistant->id),
        said_(read_said(sentence, words)) {}

  std::vector<Violation> run() {
    for (const Clause& clause : sentence_) {
      const Cover cover(clause, facts_);
      for (const Exact& one : clause.exacts) judge(one);
      for (const Name& one : clause.names) judge(one, clause, cover);
      for (const Kin& one : clause.kin) judge(one, cover);
      for (const Moment& one : clause.moments) judge(one, cover);
      for (const Clock& one : clause.clocks) judge(one, cover);
      for (const Amount& one : clause.amounts) judge(one, clause, cover);
      for (const Complement& one : clause.complements) judge(one, cover);
      if (found_.empty()) judge_subject(clause, cover);
      if (found_.empty()) judge_pairs(clause, cover);
      if (found_.empty()) judge_change(clause, cover);
      if (found_.empty()) judge_denial(clause, cover);
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::uint32_t user() const { return user_; }
  [[nodiscard]] std::uint32_t assistant() const { return assistant_; }

  void add(Fault fault, const std::string& words, bool elsewhere) {
    const bool known = std::any_of(found_.begin(), found_.end(), [&](const Violation& one) {
      return one.fault == fault && one.words == words;
    });
    if (!known) found_.push_back({fault, words, elsewhere});
  }

  void judge(const Exact& one) {
    if (!facts_.words.contains(one.id)) {
      add(one.url ? Fault::kAddress : Fault::kNumber, one.shown, false);
    }
  }

  [[nodiscard]] bool stands(const Name& name) const {
    if (facts_.words.contains(name.id) || name.id == user() || name.id == assistant()) return true;
    if (name.german) return stands_inflected(utf8::lower(name.shown));
    constexpr std::size_t kPlural = 5;  // "Okafors", but not "Mrs"
    return name.shown.ends_with('s') && name.shown.size() >= kPlural &&
           facts_.words.contains(words_.find(lower_without_last(name.shown))->id);
  }
  // "Annas" of "Anna", "Bremer" of "Bremen".
  [[nodiscard]] bool stands_inflected(const std::string& lower) const {
    constexpr std::size_t kShortest = 3;
    constexpr std::array<std::string_view, 8> kEndings = {"",   "s",  "n",   "e",
                                                          "en", "er", "ern", "es"};
    for (const std::string_view off : kEndings) {
      if (lower.size() < off.size() + kShortest || !lower.ends_with(off)) continue;
      const std::string root = lower.substr(0, lower.size() - off.size());
      const auto is_there = [&](std::string_view on) {
        return words_.among(root + std::string(on), facts_.words);
      };
      if (std::any_of(kEndings.begin(), kEndings.end(), is_there)) return true;
    }
    return false;
  }
  static std::string lower_without_last(const std::string& shown) {
    std::string lower;
    for (const char c : shown) lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    lower.pop_back();
    return lower;
  }

  void judge(const Name& name, const Clause& of, const Cover& cover) {
    const bool subject = &name == subject_of(of, known_);
    const bool of_user = name.id == user() || name.id == assistant();
    if (name.sure && !stands(name)) return add(Fault::kName, name.shown, false);
    if (!name.sure || name.handed_on || (of_user && name.possessive)) return;
    const auto has = [&](const Clause& clause) {
      return holds(clause.stems, name.stem) || any_of(clause.names, [&](const Name& one) {
               return one.stem == name.stem && !(of_user && one.possessive);
             });
    };
    const auto other = [&](const Clause& clause) {
      return any_of(clause.names,
                    [&](const Name& one) {
                      const bool speaker = one.id == user() || one.id == assistant();
                      if (subject ? &one != subject_of(clause, known_) : speaker) return false;
                      return one.sure && !holds(said_.stems, one.stem);
                    }) ||
             (subject && is_of_kin(clause, sentence_, known_));
    };
    const std::vector<std::uint32_t> whole = whole_name(name, of);
    if (!subject && cover.things_without(whole, nullptr) < 2) return;
    if (is_elsewhere(facts_, cover, whole, nullptr, has, other))
      add(Fault::kName, name.shown, true);
  }
  // "User's mother played the cello", where the father did.
  void judge(const Kin& kin, const Cover& cover) {
    const auto has = [&](const Clause& clause) {
      return any_of(clause.kin, [&](const Kin& one) { return one.row == kin.row; });
    };
    const auto other = [&](const Clause& clause) {
      return tells_of_other_kin(kin, clause, sentence_) ||
             is_of_another_than(kin, clause, sentence_, facts_, known_);
    };
    if (!is_elsewhere(facts_, cover, {&kin.stem, 1}, nullptr, has, other)) return;
    add(Fault::kName, kin.shown,
        any_of(facts_.all, [&](const Fact& fact) { return has(fact.clause); }));
  }
  void judge(const Moment& claim, const Cover& cover) {
    const auto same = [&](const Moment& fact) { return grounding::follows(claim, fact); };
    const bool is_number = claim.month == 0 && claim.weekday < 0;
    const auto has = [&](const Clause& clause) {
      const auto number = [&](const Amount& one) { return same_value(one.value, claim.year); };
      return std::any_of(clause.moments.begin(), clause.moments.end(), same) ||
             (is_number && std::any_of(clause.amounts.begin(), clause.amounts.end(), number));
    };
    const bool told = std::any_of(facts_.all.begin(), facts_.all.end(),
                                  [&](const Fact& fact) { return has(fact.clause); });
    if (!told) {
      if (!is_worked_out(claim, said_, facts_, cover, words_))
        add(Fault::kDate, claim.shown, false);
      return;
    }
    if (claim.lead_in && touches_any(claim, facts_)) return;
    const auto other = [&](const Clause& clause) {
      return std::any_of(clause.moments.begin(), clause.moments.end(), [&](const Moment& one) {
        return (claim.day == 0 || one.day != 0) &&
               (claim.weekday < 0 || one.weekday >= 0 || is_full(one)) &&
               std::none_of(said_.moments.begin(), said_.moments.end(),
                            [&](const Moment* said) { return grounding::follows(*said, one); });
      });
    };
    if (is_elsewhere(facts_, cover, {}, &claim, has, other)) add(Fault::kDate, claim.shown, true);
  }

  void judge(const Clock& claim, const Cover& cover) {
    const auto has = [&](const Clause& clause) {
      return std::any_of(clause.clocks.begin(), clause.clocks.end(),
                         [&](const Clock& fact) { return follows(claim, fact); }) ||
             std::any_of(clause.amounts.begin(), clause.amounts.end(), [&](const Amount& fact) {
               return fact.unit == 0 && follows(claim, Clock{fact.value * 3600});
             });
    };
    const bool told = std::any_of(facts_.all.begin(), facts_.all.end(),
                                  [&](const Fact& fact) { return has(fact.clause); });
    if (!told) return add(Fault::kDate, claim.shown, false);
    const auto other = [](const Clause& clause) { return !clause.clocks.empty(); };
    if (is_elsewhere(facts_, cover, {}, &claim, has, other)) add(Fault::kDate, claim.shown, true);
  }

  void judge(const Amount& claim, const Clause& of, const Cover& cover) {
    const auto has = [&](const Clause& clause) {
      return std::any_of(clause.amounts.begin(), clause.amounts.end(),
                         [&](const Amount& fact) { return follows(claim, fact); }) ||
             (claim.unit == 0 &&
              std::any_of(clause.clocks.begin(), clause.clocks.end(), [&](const Clock& fact) {
                return follows(Clock{claim.value * 3600}, fact);
              }));
    };
    const auto alike = [&](const Amount& fact) {
      const bool bare = claim.unit == 0 && claim.noun == 0;
      const bool counts = bare ? fact.unit == 0 && (fact.noun == 0 || fact.owner == claim.owner)
                          : claim.noun != 0 ? fact.noun == claim.noun
                                            : counts_alike(claim, fact);
      const bool said = std::any_of(said_.amounts.begin(), said_.amounts.end(),
                                    [&](const Amount* one) { return follows(*one, fact); });
      return counts && fact.ordinal == claim.ordinal && !said;
    };
    const auto other = [&](const Clause& clause) {
      return std::any_of(clause.amounts.begin(), clause.amounts.end(), alike);
    };
    const bool told = std::any_of(facts_.all.begin(), facts_.all.end(),
                                  [&](const Fact& fact) { return has(fact.clause); });
    if (!told && !claim.idle) {
      if (!is_worked_out(claim, of, said_, facts_, cover, words_))
        add(Fault::kNumber, claim.shown, false);
      return;
    }
    if (is_elsewhere(facts_, cover, {}, &claim, has, other) || counts_other(claim, cover, has)) {
      add(Fault::kNumber, claim.shown, true);
    }
  }
  // "four users in seven countries", where there are seven users in four countries.
  [[nodiscard]] bool counts_other(const Amount& claim, const Cover& cover,
                                  const ClauseTest& has) const {
    if (claim.noun == 0) return false;
    bool other = false;
    for (std::size_t i = 0; i < facts_.all.size(); ++i) {
      if (cover.share(i, facts_.all[i].clause) < kSaysIt) continue;
      for (const Amount& fact : facts_.all[i].clause.amounts) {
        if (fact.noun != claim.noun || fact.ordinal != claim.ordinal) continue;
        if (same_value(fact.value, claim.value)) return false;
        other = true;
      }
      if (!other && has(facts_.all[i].clause)) continue;
    }
    return other;
  }

  // "showed it to Ana", where it was shown to the board.
  void judge(const Complement& one, const Cover& cover) {
    if (is_of_another(one, said_, facts_, cover)) add(Fault::kName, one.shown, true);
  }
  // "Mia lent Tobias her tent", where he lent it to her.
  void judge_subject(const Clause& clause, const Cover& cover) {
    if (const Name* name = swapped_subject(clause, facts_, cover)) {
      add(Fault::kName, name->shown, true);
    }
  }
  // "8 kilometres on Mondays", where it is 12 on Mondays and 8 on Fridays.
  void judge_pairs(const Clause& clause, const Cover& cover) {
    if (auto mixed = mixed_up(clause, facts_, cover)) add(mixed->fault, mixed->words, true);
  }

  // "rose from 900 to 980", where it fell from 980 to 900.
  void judge_change(const Clause& clause, const Cover& cover) {
    const auto has = [&](const Change& wanted) {
      return any_of(facts_.all, [&](const Fact& fact) {
        return any_of(fact.clause.changes, [&](const Change& one) {
          return same_value(one.from, wanted.from) && same_value(one.to, wanted.to);
        });
      });
    };
    for (const Change& one : clause.changes) {
      if (!has(one) && has({one.to, one.from, {}})) return add(Fault::kNumber, one.shown, true);
    }
    if (clause.rises == clause.falls || clause.amounts.empty()) return;
    bool opposite = false;
    for (std::size_t i = 0; i < facts_.all.size(); ++i) {
      const Clause& fact = facts_.all[i].clause;
      if (fact.rises == fact.falls || cover.share(i, fact) < kMostlySaysIt) continue;
      if (fact.rises == clause.rises) return;
      opposite = true;
    }
    if (opposite) add(Fault::kDenial, "", true);
  }

  void judge_denial(const Clause& clause, const Cover& cover) {
    if (const auto name = denied_there(clause, cover)) {
      return add(Fault::kDenial, shown(*name), true);
    }
    if (clause.half_denies) return;
    double same = 0;
    double opposite = 0;
    for (std::size_t i = 0; i < facts_.all.size(); ++i) {
      const Clause& fact = facts_.all[i].clause;
      const double share = cover.share(i, facts_.all[i].clause);
      if (share < kDenialSaysIt) continue;
      const std::size_t things = fact.stems.size() + fact.amounts.size();
      const double back =
          static_cast<double>(cover.count(i, fact)) / std::max(1.0, static_cast<double>(things));
      if (fact.half_denies || fact.denies == clause.denies) {
        same = std::max(same, share);
      } else if (back >= kSymmetric) {
        opposite = std::max(opposite, share);
      }
    }
    if (opposite > 0 && opposite >= same + kMore) add(Fault::kDenial, "", true);
  }
  // A word of the clause that stands behind ", not" in what says the rest of it.
  [[nodiscard]] std::optional<std::uint32_t> denied_there(const Clause& clause,
                                                          const Cover& cover) const {
    for (const std::uint32_t stem : clause.stems) {
      if (holds(clause.denied, stem)) continue;
      bool denied = false;
      bool said = false;
      const auto place = facts_.by_stem.find(stem);
      if (place == facts_.by_stem.end()) continue;
      for (const std::size_t i : place->second) {
        if (cover.share(i, facts_.all[i].clause, {&stem, 1}) < 0.5) continue;
        (holds(facts_.all[i].clause.denied, stem) ? denied : said) = true;
      }
      if (denied && !said && !clause.denies && !clause.half_denies) return stem;
    }
    return std::nullopt;
  }
  [[nodiscard]] std::string shown(std::uint32_t stem) const {
    for (const Clause& clause : sentence_) {
      for (const Name& name : clause.names) {
        if (name.stem == stem) return name.shown;
      }
    }
    return {};
  }

  std::span<const Clause> sentence_;
  const Facts& facts_;
  Words& words_;
  const Words::Fixed& known_;
  std::uint32_t user_, assistant_;
  Said said_;
  std::vector<Violation> found_;
};

}  // namespace

std::vector<Violation> violations_of(std::span<const Clause> sentence, const Facts& facts,
                                     Words& words) {
  return Judge(sentence, facts, words).run();
}

}  // namespace pyramid::engine::grounding
