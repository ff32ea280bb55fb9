// Sentences that lean on one that stood before them in the conversation, and does not in a text of
// chosen facts.
// Pure; any thread.
#pragma once

#include "engine/builtin/writing/facts.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::builtin::writing {

// "User also builds stations" -> "User builds stations": beside what, nobody can tell any more.
std::string without_also(std::string_view sentence);

// "User planted tomatoes and basil there." -> "User planted tomatoes and basil."; as it is where
// "there" is what the sentence tells ("User lives there").
std::string without_there(std::string_view sentence);

// The same for other words at an end that lean on what stood before: "gave User 300 pounds for it",
// "cycles anyway"; and for "now", which is told by when the text was written.
std::string without_idle_end(std::string_view sentence);

// Whether it ends in a word for something told before: "gave User a budget for it".
bool points_back(std::string_view sentence);

// Drops facts that end in a number of something told before ("used to drink five"), unless there
// are no others.
void drop_elliptical(std::vector<Fact>& facts);

}  // namespace pyramid::engine::builtin::writing
