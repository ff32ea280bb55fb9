// Whom a clause is about: names, and what somebody is to the user.
#pragma once

#include "engine/grounding/facts.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace pyramid::engine::grounding {

// The first name that is more than "the user's"; nullptr: there is none.
const Name* subject_of(const Clause& clause, const Words::Fixed& known);
// "Renate Vogt": the stems of all parts of a name of the clause.
std::vector<std::uint32_t> whole_name(const Name& name, const Clause& of);

// Whether two clauses are about one somebody or relative.
bool is_of_same_person(const Clause& a, const Clause& b);

// Whether the clause tells of another relative than this one of the sentence, and than any other of
// it.
bool tells_of_other_kin(const Kin& kin, const Clause& clause, std::span<const Clause> sentence);
// Whether it is about such a one: "User's father has diabetes".
bool is_of_kin(const Clause& clause, std::span<const Clause> sentence, const Words::Fixed& known);
// Whether it is about somebody, "User has a garden", whom the sentence does not name and no source
// knows for this relative of the sentence.
bool is_of_another_than(const Kin& kin, const Clause& clause, std::span<const Clause> sentence,
                        const Facts& facts, const Words::Fixed& known);

}  // namespace pyramid::engine::grounding
