// Cursor's transcript of an agent: what was said, without times, one JSON object a line.
#pragma once

#include "format/conversation.hpp"

#include <string_view>
#include <vector>

namespace pyramid::ingest {

// The turns that say something, in order; `at` is Time{}. Lines of other kinds, and a last one that
// is torn, are passed over.
std::vector<format::Turn> cursor_turns(std::string_view bytes);

}  // namespace pyramid::ingest
