// What a sentence says to be over, in other words than "no longer": "User switched from Jira to
// Linear", "User sold the Volvo", "User quit their job at Acme", "The flight to Rome got
// cancelled".
//
// Pure; any thread.
#pragma once

#include "engine/builtin/writing/facts.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pyramid::engine {

struct Ending {
  enum class Of : std::uint8_t {
    kUse,       // "switched from X to Y", "X instead of Y": somebody's X
    kThing,     // "sold the X", "X died"
    kDoing,     // "stopped running"
    kWork,      // "quit their job at X", "was laid off"; without X any
    kPartner,   // "broke up with X"
    kPlan,      // "the flight to X got cancelled"
    kOneOfTwo,  // "will learn Y instead of X"
  };
  Of of = Of::kUse;
  std::string whose;               // the subject whose it was; "" for a plan
  std::vector<std::string> words;  // lower-case words of what is over, without articles
  std::vector<std::string> stems;  // their canonical stems, and those of all that is said instead
};
// REQUIRES: the sentence is in plain words (plain_words.hpp).
std::optional<Ending> ending_of(const builtin::writing::Fact& fact);

// Whether `older` is what is over. Never a denial, and nothing of the past: that happened.
bool ends(const Ending& ending, const builtin::writing::Fact& older);

// One of these stems or names is in every fact that it ends; empty: "r:User/employer" is.
std::vector<std::string> found_by(const Ending& ending);

}  // namespace pyramid::engine
