// One wording for facts that people put in several: "User has a dog called Rex", "The name of
// User's dog is Rex" and "Rex is User's dog" as "User's dog is called Rex".
//
// Only where nothing else is said in the sentence. For comparing; what is stored stays as it is.
// Pure; any thread.
#pragma once

#include "engine/builtin/writing/facts.hpp"

namespace pyramid::engine {

struct Rephrased {
  builtin::writing::Fact fact;
  bool one_of_several = false;  // it does not say that there is no other one: "has a dog …"
};
Rephrased in_usual_words(const builtin::writing::Fact& fact);

}  // namespace pyramid::engine
