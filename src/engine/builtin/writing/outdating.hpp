// What a newer fact makes of an older one beside relations (relations.hpp) and endings
// (engine/ending.hpp): a plan that is refused, a day that is put off, something taken for granted
// that is told otherwise, an ailment that is over, a place that was not known yet.
//
// The same rules for facts of one text and for observations of different conversations. A rule that
// is not sure says no.
// Pure; any thread.
#pragma once

#include "engine/builtin/writing/facts.hpp"
#include "engine/builtin/writing/relations.hpp"
#include "pyramid/time.hpp"

#include <optional>
#include <string>
#include <vector>

namespace pyramid::engine::builtin::writing {

// What a fact tells to be on a day: "Pipette 0.4 ships on 20 May 2026."
struct Event {
  std::vector<std::string> what;  // content, sorted
  std::string numbers;            // that are no day: "0.4" is another event than "0.5"
  std::string days;
  std::optional<Date> last;  // the last of them, where its year is told
  bool moved = false;        // "… instead"
  bool once = false;         // a named thing that ships or is released does so once
};

// What of a fact decides this; worked out once.
struct Outlook {
  std::optional<Relation> implied;   // what it takes for granted
  std::vector<std::string> content;  // of the first clause, where the rest is a reason at most
  std::vector<std::string> refused;  // the same, of one that denies it for all times and places
  std::vector<std::string> names;    // in that clause; lower case, sorted
  std::optional<Event> event;
  std::string body;    // what ails or is eased: "User's knee", "The headaches"; "" = nothing
  bool ails = false;   // "User's knee is sore"
  bool eased = false;  // "User's knee is fine again"
  // A place by its name, lower case; "" = none.
  std::string been_to;    // "User visited Japan in May 2026"
  std::string unvisited;  // "User has never been to Japan"
};
Outlook outlook_of(const Fact& fact);

// Whether the newer fact makes the older one untrue. REQUIRES: they stand in that order of time.
bool outdates(const Claim& newer, const Outlook& now, const Claim& older, const Outlook& then);

// Words of which the older fact has one in its text (stems and names as Fact has them), relations
// and events that both have: by these a newer one finds what it may outdate. With "t:", "r:" and
// "e:" in front.
std::vector<std::string> found_by(const Outlook& outlook);
// The relations and events by which an older one is found so.
std::vector<std::string> finds(const Outlook& outlook);

}  // namespace pyramid::engine::builtin::writing
