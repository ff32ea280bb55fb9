// Sentences that command the assistant in place of telling it something: a trained classifier, for
// no rule or list of words knows in how many ways and languages that can be said.
#pragma once

#include "guard/instructions.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace pyramid::guard {

// Of one sentence or line, by what it looks like alone; takes some microseconds, at most those of
// the first 400 characters. The same on every machine. training/README.md says how the weights are
// made. Of many pieces of one text (`among`) each has to be surer by their number, else a long one
// would be found to command by chance.
bool is_command(std::string_view sentence, std::size_t among = 1);

// Adds those of a text: its sentences, and its lines as they stand.
void find_commands(std::string_view text, std::vector<Instruction>& found);

}  // namespace pyramid::guard
