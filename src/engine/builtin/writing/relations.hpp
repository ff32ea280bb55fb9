// Which newer fact takes the place of which older one.
//
// A table of relations that hold one value at a time (where somebody lives, what a dog is called,
// when a launch is) and of endings (cancelled, no longer, stopped). What no pattern knows is never
// replaced.
#pragma once

#include "engine/builtin/writing/facts.hpp"

#include <optional>
#include <string>
#include <vector>

namespace pyramid::engine::builtin::writing {

struct Relation {
  std::string key;                 // "User/home", "Mia/age", "User/favourite colour"
  std::vector<std::string> value;  // lower-case words of the value
};
std::optional<Relation> relation_of(const Fact& fact);

// All that decides what a fact replaces, and by what it is replaced; worked out once a fact.
struct Claim {
  Fact fact;
  std::vector<std::string> denied;                // "lisbon" of "The trip is to Porto, not Lisbon."
  std::optional<Relation> relation;               // of what it says to be so
  std::optional<std::vector<std::string>> ended;  // content stems of what it puts an end to
  std::optional<Relation> left;                   // "User/employer", "acme" of "User left Acme."
  std::vector<std::string> down;                  // stems of what somebody turned away from
};
Claim claim_of(Fact fact);

// Why a newer fact takes the place of an older one.
enum class Ground {
  kNone,
  kDenied,      // it names the older value and denies it
  kOtherValue,  // the relation holds one value, and this is another
  kSameValue,   // the same value, told with no less
  kEnded,       // it says that the older one is over
  kTurnedDown,  // "prefers tea to coffee"
  kOtherNumber  // a habit with another number
};
Ground ground_of(const Claim& newer, const Claim& older);

// Whether `newer` makes `older` untrue. REQUIRES: newer.at >= older.at, or they stand in that
// order.
bool replaces(const Fact& newer, const Fact& older);

}  // namespace pyramid::engine::builtin::writing
