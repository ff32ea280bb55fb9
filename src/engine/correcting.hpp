// "No, it is Lisbon, not Porto": what "it" stands for, among facts that are known.
// Pure; any thread.
#pragma once

#include "engine/comparing.hpp"
#include "pyramid/time.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace pyramid::engine {

// What such a sentence says, and nothing besides.
struct BareCorrection {
  std::string right, wrong;  // "Lisbon", "Porto"; without "in", "the" and their kind in front
};
std::optional<BareCorrection> bare_correction(std::string_view text);
// For finding what it may be told of: that offers what this asks for.
Said asking_for(const BareCorrection& correction, Time at);

struct Corrected {
  std::string text;      // "User lives in Lisbon."; "User's dog is called Max, not Rex."
  std::string relation;  // the same for facts that tell the same of the same: "User/home"
};
// The fact with the right value in the wrong one's place. nullopt where the wrong one is not what
// the fact tells by one of the relations that hold one value at a time.
std::optional<Corrected> corrected(const BareCorrection& correction, std::string_view fact,
                                   Time said);

}  // namespace pyramid::engine
