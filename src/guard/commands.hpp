// Sentences that command the assistant in place of telling it something: a trained classifier, for
// no rule or list of words knows in how many ways and languages that can be said.
#pragma once

#include "guard/instructions.hpp"

#include <string_view>
#include <vector>

namespace pyramid::guard {

// Of one sentence or line, by what it looks like alone; takes some microseconds, at most those of
// the first 400 characters. The same on every machine. training/README.md says how the weights are
// made.
bool is_command(std::string_view sentence);

// Adds those of a text: its sentences, and its lines as they stand.
void find_commands(std::string_view text, std::vector<Instruction>& found);

}  // namespace pyramid::guard
