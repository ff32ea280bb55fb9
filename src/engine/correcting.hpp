// "No, it is Lisbon, not Porto" and "Nein, in Bremen, nicht in Kiel": what they are said of, among
// facts that are known.
// Pure; any thread.
#pragma once

#include "engine/comparing.hpp"
#include "pyramid/zone.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace pyramid::engine {

// What such a sentence says, and nothing besides.
struct BareCorrection {
  std::string right, wrong;  // "Lisbon", "Porto"; without "in", "the" and their kind in front
  bool german = false;
};
std::optional<BareCorrection> bare_correction(std::string_view text);
// For finding what it may be told of: that offers what this asks for.
Said asking_for(const BareCorrection& correction, LocalTime at);

struct Corrected {
  std::string text;      // "User lives in Lisbon."; "User's dog is called Max, not Rex."
  std::string relation;  // the same for facts that tell the same of the same: "User/home"
};
// The fact with the right value in the wrong one's place. nullopt where the wrong one is not what
// the fact tells by one of the relations that hold one value at a time.
std::optional<Corrected> corrected(const BareCorrection& correction, std::string_view fact,
                                   LocalTime said);

// "Nein, in Bremen, nicht in Kiel" of "User wohnt in Kiel." -> "User wohnt in Bremen."; ", nicht
// Kiel" stays behind it where the right value alone would leave both standing. nullopt where the
// fact does not have the wrong value once.
std::optional<std::string> corrected_in_german(std::string_view correction, const std::string& fact,
                                               LocalTime said);

}  // namespace pyramid::engine
