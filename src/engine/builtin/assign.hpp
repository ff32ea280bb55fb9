// Which model a fact belongs to, and which names deserve a model, by rule.
#pragma once

#include "engine/engine.hpp"

namespace pyramid::engine::builtin {

// "Assistant …" belongs to the assistant; a sentence whose subject is a known person or project, or
// that works on a known project, to that model; everything else to the user. A name becomes a model
// when it comes back in `mentions` sessions as a person (a relation in front of it, or as a
// subject) or a project ("the Kestrel firmware"), and something that is to be assigned names it.
// Facts of the base model `user` move to a new model; nothing else is ever moved.
Result<Assignments> assign(const AssignRequest& request);

}  // namespace pyramid::engine::builtin
