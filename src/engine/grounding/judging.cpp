#include "engine/grounding/judging.hpp"

#include "base/utf8.hpp"
#include "engine/grounding/alike.hpp"
#include "engine/grounding/cover.hpp"
#include "engine/grounding/moments.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace pyramid::engine::grounding {

namespace {

constexpr double kSaysIt = 0.75;  // of the other words, for a clause to say the same
constexpr double kMore = 0.2;     // by which it has to say more than one that has the word
constexpr double kDenialSaysIt = 0.8;
constexpr double kSymmetric = 0.6;  // of the source's clause, for a denial to be of the same

template <typename Items, typename Item>
bool holds(const Items& items, const Item& item) {
  return std::find(items.begin(), items.end(), item) != items.end();
}

template <typename Items, typename Test>
bool any_of(const Items& items, const Test& test) {
  return std::any_of(items.begin(), items.end(), test);
}

bool is_full(const Moment& moment) {
  return moment.year != 0 && moment.month != 0 && moment.day != 0;
}

// What a clause says beside the names in it.
std::size_t things_beside_names(const Clause& clause) {
  const auto plain = std::count_if(clause.stems.begin(), clause.stems.end(), [&](std::uint32_t s) {
    return !any_of(clause.names, [&](const Name& name) { return name.stem == s; });
  });
  return static_cast<std::size_t>(plain) + clause.amounts.size();
}

class Judge {
 public:
  Judge(std::span<const Clause> sentence, const Facts& facts, Words& words)
      : sentence_(sentence),
        facts_(facts),
        words_(words),
        user_(words.fixed().user->id),
        assistant_(words.fixed().assistant->id) {
    for (const Clause& clause : sentence) {
      for (const Name& name : clause.names) {
        stems_.push_back(name.stem);
        if (name.sure && name.id != user() && name.id != assistant()) ++listed_;
      }
      stems_.insert(stems_.end(), clause.stems.begin(), clause.stems.end());
      for (const Amount& amount : clause.amounts) amounts_.push_back(&amount);
      for (const Moment& moment : clause.moments) moments_.push_back(&moment);
    }
  }

  std::vector<Violation> run() {
    for (const Clause& clause : sentence_) {
      const Cover cover(clause, facts_);
      for (const Exact& one : clause.exacts) judge(one);
      for (const Name& one : clause.names) judge(one, &one == subject_of(clause), cover);
      for (const Kin& one : clause.kin) judge(one, cover);
      for (const Moment& one : clause.moments) judge(one, cover);
      for (const Clock& one : clause.clocks) judge(one, cover);
      for (const Amount& one : clause.amounts) judge(one, cover);
      if (found_.empty()) judge_denial(clause, cover);
    }
    return std::move(found_);
  }

 private:
  using Test = std::function<bool(const Clause&)>;

  [[nodiscard]] std::uint32_t user() const { return user_; }
  [[nodiscard]] std::uint32_t assistant() const { return assistant_; }

  void add(Fault fault, const std::string& words, bool elsewhere) {
    const bool known = std::any_of(found_.begin(), found_.end(), [&](const Violation& one) {
      return one.fault == fault && one.words == words;
    });
    if (!known) found_.push_back({fault, words, elsewhere});
  }

  // Whether the rest of the clause is said of something else: with `other` in place of what `has`
  // looks for.
  bool is_elsewhere(const Cover& cover, std::uint32_t without, const void* thing, const Test& has,
                    const Test& other) const {
    const std::size_t things = cover.things_without(without, thing);
    if (things == 0) return false;
    double with = 0;
    double instead = 0;
    for (std::size_t i = 0; i < facts_.all.size(); ++i) {
      const Clause& clause = facts_.all[i].clause;
      const double share = cover.share(i, clause, without, thing);
      if (share <= std::min(with, instead)) continue;
      // A single word in common is enough only where nothing else is said.
      const bool alike = things > 1 || things_beside_names(clause) <= 1;
      if (has(clause)) {
        with = std::max(with, share);
      } else if (share > instead && alike && other(clause)) {
        instead = share;
      }
    }
    return instead >= kSaysIt && instead > with + kMore;
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

  void judge(const Name& name, bool subject, const Cover& cover) {
    const bool of_user = name.id == user() || name.id == assistant();
    if (name.sure && !stands(name)) return add(Fault::kName, name.shown, false);
    if (!name.sure || name.handed_on || (of_user && name.possessive)) return;
    const auto has = [&](const Clause& clause) {
      return holds(clause.stems, name.stem) || any_of(clause.names, [&](const Name& one) {
               return one.stem == name.stem && !(of_user && one.possessive);
             });
    };
    const auto other = [&](const Clause& clause) {
      return any_of(clause.names, [&](const Name& one) {
        const bool speaker = one.id == user() || one.id == assistant();
        if (subject ? &one != subject_of(clause) : speaker) return false;
        return one.sure && !holds(stems_, one.stem);
      });
    };
    if (!subject && cover.things_without(name.stem, nullptr) < 2) return;
    if (is_elsewhere(cover, name.stem, nullptr, has, other)) add(Fault::kName, name.shown, true);
  }
  // "User's mother played the cello", where the father did.
  void judge(const Kin& kin, const Cover& cover) {
    const auto has = [&](const Clause& clause) {
      return any_of(clause.kin, [&](const Kin& one) { return one.row == kin.row; });
    };
    const auto in_sentence = [&](const Kin& kin_there) {
      return any_of(sentence_, [&](const Clause& clause) {
        return any_of(clause.kin, [&](const Kin& one) { return one.row == kin_there.row; });
      });
    };
    const auto other = [&](const Clause& clause) {
      return any_of(clause.kin, [&](const Kin& one) { return !in_sentence(one); });
    };
    if (!is_elsewhere(cover, kin.stem, nullptr, has, other)) return;
    add(Fault::kName, kin.shown,
        any_of(facts_.all, [&](const Fact& fact) { return has(fact.clause); }));
  }
  // The first name that is more than "the user's".
  [[nodiscard]] const Name* subject_of(const Clause& clause) const {
    for (const Name& name : clause.names) {
      const bool speaker = name.id == user() || name.id == assistant();
      if (!(speaker && name.possessive)) return &name;
    }
    return nullptr;
  }

  // Whether the claim follows from what was said and when.
  [[nodiscard]] bool is_worked_out(const Moment& claim, const Cover& cover) const {
    if (claim.lead_in && touches_any(claim)) return true;
    if (is_anniversary(claim) || is_birth(claim)) return true;
    if (claim.weekday >= 0 && !is_full(claim) && claim.month == 0) return false;
    // When it was said stands for when it was, where the words tell no other time.
    for (std::size_t i = 0; i < facts_.all.size(); ++i) {
      const Fact& fact = facts_.all[i];
      if (!fact.clause.moments.empty() || cover.share(i, fact.clause, 0, &claim) < 0.5) continue;
      const Source& span = facts_.spans[fact.source];
      const Date day = date_of(span.end);
      const bool one_day = span.start == span.end;
      if (one_day && grounding::follows(claim, Moment{day.year, day.month, day.day})) return true;
      if (!one_day && claim.day == 0 && touches(claim, span.start, span.end)) return true;
    }
    return false;
  }
  [[nodiscard]] bool touches_any(const Moment& claim) const {
    return std::any_of(facts_.spans.begin(), facts_.spans.end(),
                       [&](const Source& span) { return touches(claim, span.start, span.end); });
  }
  // "turns three on 3 May 2026", of somebody born on 3 May 2023.
  [[nodiscard]] bool is_anniversary(const Moment& claim) const {
    return std::any_of(amounts_.begin(), amounts_.end(), [&](const Amount* amount) {
      return any_moment([&](const Moment& fact) {
        Moment then = fact;
        then.year += static_cast<int>(std::min(amount->value, 200.0));
        return fact.year != 0 && amount->value >= 1 && grounding::follows(claim, then);
      });
    });
  }
  // "born in 1954", of somebody who turned 72 in 2026.
  [[nodiscard]] bool is_birth(const Moment& claim) const {
    if (claim.year == 0 || claim.month != 0 || !holds(stems_, words_.fixed().born->stem)) {
      return false;
    }
    for (const Fact& fact : facts_.all) {
      const int said = date_of(facts_.spans[fact.source].end).year;
      for (const Amount& amount : fact.clause.amounts) {
        if (amount.unit == 0 && amount.noun != 0) continue;
        if (same_value(said - amount.value, claim.year)) return true;
      }
    }
    return false;
  }
  bool any_moment(const std::function<bool(const Moment&)>& test) const {
    return std::any_of(facts_.all.begin(), facts_.all.end(), [&](const Fact& fact) {
      return std::any_of(fact.clause.moments.begin(), fact.clause.moments.end(), test);
    });
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
      if (!is_worked_out(claim, cover)) add(Fault::kDate, claim.shown, false);
      return;
    }
    if (claim.lead_in && touches_any(claim)) return;
    const auto other = [&](const Clause& clause) {
      return std::any_of(clause.moments.begin(), clause.moments.end(), [&](const Moment& one) {
        return (claim.day == 0 || one.day != 0) &&
               (claim.weekday < 0 || one.weekday >= 0 || is_full(one)) &&
               std::none_of(moments_.begin(), moments_.end(),
                            [&](const Moment* said) { return grounding::follows(*said, one); });
      });
    };
    if (is_elsewhere(cover, 0, &claim, has, other)) add(Fault::kDate, claim.shown, true);
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
    if (is_elsewhere(cover, 0, &claim, has, other)) add(Fault::kDate, claim.shown, true);
  }

  // How long something took, how old somebody is, how many are named.
  [[nodiscard]] bool is_worked_out(const Amount& claim) const {
    if (!claim.ordinal && claim.unit == 0 && claim.value <= 12 &&
        same_value(claim.value, static_cast<double>(listed_))) {
      return true;
    }
    for (const Fact& a : facts_.all) {
      for (const Fact& b : facts_.all) {
        if (a.source != b.source || a.sentence != b.sentence) continue;
        if (is_between(claim, a.clause, b.clause)) return true;
      }
    }
    return is_age(claim);
  }
  static bool is_between(const Amount& claim, const Clause& a, const Clause& b) {
    constexpr double kWeek = 7;
    for (const Moment& from : a.moments) {
      for (const Moment& to : b.moments) {
        if (!is_full(from) || !is_full(to)) continue;
        const auto days = static_cast<double>(day_number(Date{to.year, to.month, to.day}) -
                                              day_number(Date{from.year, from.month, from.day}));
        if (days <= 0 || claim.ordinal) continue;
        for (const double span : {days, days + 1, days / kWeek, (days + 1) / kWeek}) {
          if (claim.unit != 0 && same_value(claim.value, span)) return true;
        }
      }
    }
    return false;
  }
  [[nodiscard]] bool is_age(const Amount& claim) const {
    return std::any_of(moments_.begin(), moments_.end(), [&](const Moment* then) {
      return then->year != 0 && any_moment([&](const Moment& fact) {
               return fact.year != 0 && fact.year < then->year &&
                      same_value(then->year - fact.year, claim.value);
             });
    });
  }

  void judge(const Amount& claim, const Cover& cover) {
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
      const bool said = std::any_of(amounts_.begin(), amounts_.end(),
                                    [&](const Amount* one) { return follows(*one, fact); });
      return counts && fact.ordinal == claim.ordinal && !said;
    };
    const auto other = [&](const Clause& clause) {
      return std::any_of(clause.amounts.begin(), clause.amounts.end(), alike);
    };
    const bool told = std::any_of(facts_.all.begin(), facts_.all.end(),
                                  [&](const Fact& fact) { return has(fact.clause); });
    if (!told && !claim.idle) {
      if (!is_worked_out(claim)) add(Fault::kNumber, claim.shown, false);
      return;
    }
    if (is_elsewhere(cover, 0, &claim, has, other) || counts_other(claim, cover, has)) {
      add(Fault::kNumber, claim.shown, true);
    }
  }
  // "four users in seven countries", where there are seven users in four countries.
  [[nodiscard]] bool counts_other(const Amount& claim, const Cover& cover, const Test& has) const {
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
        if (cover.share(i, facts_.all[i].clause, stem) < 0.5) continue;
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
  std::uint32_t user_, assistant_;
  std::vector<std::uint32_t> stems_;  // of the whole sentence, names too
  std::vector<const Amount*> amounts_;
  std::vector<const Moment*> moments_;
  std::size_t listed_ = 0;  // names
  std::vector<Violation> found_;
};

}  // namespace

std::vector<Violation> violations_of(std::span<const Clause> sentence, const Facts& facts,
                                     Words& words) {
  return Judge(sentence, facts, words).run();
}

}  // namespace pyramid::engine::grounding
