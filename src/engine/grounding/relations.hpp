// What belongs to what within a clause: the verb and its sides, what stands behind a preposition,
// the parts of an enumeration.
#pragma once

#include "engine/grounding/reading.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace pyramid::engine::grounding {

// Fills `verb`, `complements`, `parts` and `adds_up` of clauses of which all else is read.
// `clause_of`: by token, ascending.
void read_relations(std::span<const Token> tokens, const std::vector<std::size_t>& clause_of,
                    bool german, const Words::Fixed& known, std::vector<Clause>& clauses);

}  // namespace pyramid::engine::grounding
