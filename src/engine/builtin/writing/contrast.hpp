// "User lives in Lisbon, not Porto": what a sentence says, and what it says not to be so.
// Pure; any thread.
#pragma once

#include "engine/builtin/writing/facts.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::builtin::writing {

struct Contrast {
  Fact said;                        // "User lives in Lisbon."; the whole where nothing is denied
  bool denies = false;              // something stood behind ", not"
  std::vector<std::string> denied;  // "porto", where that is nothing but names and numbers
};
// "…, not only Porto" denies nothing.
Contrast contrast_of(const Fact& fact);

// The words of a name, number or date, lower case, without what leads up to it: "in New York" ->
// "new", "york"; "the 3rd" -> "3". Empty where another word is among them.
std::vector<std::string> value_named(std::string_view text);

// "in the 3rd" -> "3": a value without what leads up to it, as it is written otherwise.
std::string without_leading(std::string_view text);
bool is_leading(std::string_view word);

}  // namespace pyramid::engine::builtin::writing
