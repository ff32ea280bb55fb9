#include "engine/grounding/roles.hpp"

#include "engine/grounding/elsewhere.hpp"
#include "engine/grounding/holds.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace pyramid::engine::grounding {

namespace {

bool role_has_name(const Clause& clause, std::uint32_t stem) {
  return std::any_of(clause.names.begin(), clause.names.end(),
                     [&](const Name& name) { return name.stem == stem; });
}

template <typename Test>
bool any_complement(const Clause& clause, const Complement& like, const Test& test) {
  return std::any_of(
      clause.complements.begin(), clause.complements.end(),
      [&](const Complement& one) { return one.role == like.role && test(one.stem); });
}

// On which side of the verb it stands, where it stands for itself: 0 = on none or both.
int side_of(std::uint32_t stem, const Clause& clause) {
  int side = 0;
  for (const Name& name : clause.names) {
    if (name.stem != stem || name.possessive) continue;
    const int here = name.at < clause.verb_at ? -1 : 1;
    if (side != 0 && side != here) return 0;
    side = here;
  }
  return side;
}

}  // namespace

bool is_of_another(const Complement& claim, const Said& said, const Facts& facts,
                   const Cover& cover) {
  constexpr std::size_t kFewest = 2;  // things that are said beside
  if (cover.things_without({&claim.stem, 1}, nullptr) < kFewest) return false;
  // A noun may be another word for the same; one that receives elsewhere is mostly another.
  const auto receives = [&](const Fact& fact) {
    return any_complement(fact.clause, claim,
                          [&](std::uint32_t stem) { return stem == claim.stem; });
  };
  const bool known = claim.name ? !claim.german || facts.names.contains(claim.stem)
                                : std::any_of(facts.all.begin(), facts.all.end(), receives);
  if (!known) return false;
  const auto has = [&](const Clause& clause) {
    return holds(clause.stems, claim.stem) || role_has_name(clause, claim.stem);
  };
  const auto other = [&](const Clause& clause) {
    return any_complement(clause, claim,
                          [&](std::uint32_t stem) { return !holds(said.stems, stem); });
  };
  return is_elsewhere(facts, cover, {&claim.stem, 1}, nullptr, has, other);
}

const Name* swapped_subject(const Clause& clause, const Facts& facts, const Cover& cover) {
  if (clause.verb == 0) return nullptr;
  const Name* swapped = nullptr;
  for (std::size_t i = 0; i < facts.all.size(); ++i) {
    const Clause& fact = facts.all[i].clause;
    if (fact.verb != clause.verb || cover.share(i, fact) < kSaysIt) continue;
    for (const Name& subject : clause.names) {
      if (!subject.sure || side_of(subject.stem, clause) != -1) continue;
      for (const Name& object : clause.names) {
        if (!object.sure || side_of(object.stem, clause) != 1) continue;
        const int there = side_of(subject.stem, fact);
        const int other = side_of(object.stem, fact);
        if (there == -1 && other == 1) return nullptr;  // said just so
        if (there == 1 && other == -1) swapped = &subject;
      }
    }
  }
  return swapped;
}

}  // namespace pyramid::engine::grounding
