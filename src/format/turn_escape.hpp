// How the text of a turn stands in a session file. Private to src/format.
#pragma once

#include <string>
#include <string_view>

namespace pyramid::format {

// Puts a backslash before what would be taken for a turn's heading or `^tN` line, forge an edge
// heading or swallow what follows. unescape_turn(escape_turn(x)) == x for every text.
std::string escape_turn(std::string_view text);
std::string unescape_turn(std::string_view text);

}  // namespace pyramid::format
