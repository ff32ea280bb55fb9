// A long conversation in several files: its parts.
#pragma once

#include "format/conversation.hpp"

#include <cstddef>
#include <vector>

namespace pyramid::format {

// A part is closed before the turn that would bring it above one of these.
inline constexpr std::size_t kPartTurns = 1'000;
inline constexpr std::size_t kPartBytes = 200'000;  // of what was said

// Where each part begins (0-based turns; the first at 0), by what was said. Of the first `stay`
// turns each stays in the part that holds it: `held` is where the parts that there are begin.
// Without any, the same conversation is cut in the same places on every machine; a conversation
// that grew is cut where it would have been cut at once.
std::vector<std::size_t> part_begins(const Conversation& said, const std::vector<std::size_t>& held,
                                     std::size_t stay);

// Turns [begin, end) of a conversation as part `part` of it. REQUIRES: there are such turns.
Conversation part_of(const Conversation& whole, std::size_t begin, std::size_t end, int part);

// The id of a part's file; of the first it is the conversation's own.
Ulid part_id(const Ulid& session, int part);

}  // namespace pyramid::format
