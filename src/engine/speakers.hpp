// What other people say in conversations that they take part in.
#pragma once

#include "engine/engine.hpp"

namespace pyramid::engine {

// Of what `answer` gives to the user, gives what was taken from another person's words to the model
// that is called as that person is, a new one where there is none. What begins with the user is
// left: it tells of the user. No model is made for a name that is a base model's.
void give_to_speakers(const AssignRequest& request, Assignments& answer);

}  // namespace pyramid::engine
