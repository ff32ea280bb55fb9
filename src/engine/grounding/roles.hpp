// Who did it to whom: a receiver or a subject that the sources have in another place.
#pragma once

#include "engine/grounding/cover.hpp"
#include "engine/grounding/said.hpp"

namespace pyramid::engine::grounding {

// Whether the sources say the rest of the clause with another one behind the same preposition:
// "to Ana" for "to the board".
bool is_of_another(const Complement& claim, const Said& said, const Facts& facts,
                   const Cover& cover);

// The subject of the clause, where a source says the same with the same verb the other way round;
// null where none does. In English alone: word order tells no subject in German.
const Name* swapped_subject(const Clause& clause, const Facts& facts, const Cover& cover);

}  // namespace pyramid::engine::grounding
