// A fact that somebody tells the memory itself, outside any conversation.
#pragma once

#include "engine/engine.hpp"
#include "pyramid/result.hpp"

#include <string_view>

namespace pyramid::engine {

// Read as what the user says in a conversation: what sort of fact it is and how important, and told
// of `user`, or quoted, where it speaks of "I"; other words stay as they are. Whatever engine
// writes texts, the taught reader does this, within a millisecond or two. Any thread.
Result<Extracted> told_fact(std::string_view fact, std::string_view user);

}  // namespace pyramid::engine
