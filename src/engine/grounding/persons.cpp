#include "engine/grounding/persons.hpp"

#include <algorithm>
#include <cstddef>

namespace pyramid::engine::grounding {

namespace {

template <typename Items, typename Test>
bool any_person(const Items& items, const Test& test) {
  return std::any_of(items.begin(), items.end(), test);
}

bool has_kin(const Clause& clause, const Kin& kin) {
  return any_person(clause.kin, [&](const Kin& one) { return one.row == kin.row; });
}

bool has_name(const Clause& clause, std::uint32_t stem) {
  return any_person(clause.names,
                    [&](const Name& name) { return name.stem == stem && !name.possessive; });
}

// Whether a source gives the relative this name.
bool is_called(const Kin& kin, std::uint32_t name, const Facts& facts) {
  return any_person(facts.all, [&](const Fact& fact) {
    return has_kin(fact.clause, kin) && has_name(fact.clause, name);
  });
}

}  // namespace

const Name* subject_of(const Clause& clause, const Words::Fixed& known) {
  for (const Name& name : clause.names) {
    const bool speaker = name.id == known.user->id || name.id == known.assistant->id;
    if (!(speaker && name.possessive)) return &name;
  }
  return nullptr;
}

std::vector<std::uint32_t> whole_name(const Name& name, const Clause& of) {
  const auto joins = [&](std::size_t i) { return of.names[i - 1].at + 1 == of.names[i].at; };
  auto first = static_cast<std::size_t>(&name - of.names.data());
  while (first > 0 && joins(first)) --first;
  std::vector<std::uint32_t> stems = {of.names[first].stem};
  for (std::size_t i = first + 1; i < of.names.size() && joins(i); ++i) {
    stems.push_back(of.names[i].stem);
  }
  return stems;
}

bool is_of_same_person(const Clause& a, const Clause& b) {
  return any_person(a.names,
                    [&](const Name& one) { return !one.possessive && has_name(b, one.stem); }) ||
         any_person(a.kin, [&](const Kin& one) { return has_kin(b, one); });
}

bool tells_of_other_kin(const Kin& kin, const Clause& clause, std::span<const Clause> sentence) {
  return any_person(clause.kin, [&](const Kin& other) {
    const bool comparable = kin.indirect || !other.indirect;
    return comparable &&
           !any_person(sentence, [&](const Clause& said) { return has_kin(said, other); });
  });
}

bool is_of_kin(const Clause& clause, std::span<const Clause> sentence, const Words::Fixed& known) {
  return subject_of(clause, known) == nullptr && !clause.kin.empty() &&
         !any_person(clause.kin, [&](const Kin& kin) {
           return any_person(sentence, [&](const Clause& said) { return has_kin(said, kin); });
         });
}

bool is_of_another_than(const Kin& kin, const Clause& clause, std::span<const Clause> sentence,
                        const Facts& facts, const Words::Fixed& known) {
  const Name* subject = subject_of(clause, known);
  if (!clause.kin.empty() || subject == nullptr || !subject->sure || subject->possessive) {
    return false;
  }
  const bool is_said =
      any_person(sentence, [&](const Clause& said) { return has_name(said, subject->stem); });
  return !is_said && !is_called(kin, subject->stem, facts);
}

}  // namespace pyramid::engine::grounding
