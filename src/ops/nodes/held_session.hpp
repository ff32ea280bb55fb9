// A conversation as the memory holds it: its session file, or the parts of a long one.
#pragma once

#include "base/digest.hpp"
#include "format/conversation.hpp"
#include "ops/nodes/working_set.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pyramid::ops {

struct HeldPart {
  std::string path, bytes;
  std::size_t begin = 0, end = 0;  // its turns in the whole, 0-based
  std::int64_t extracted = 0;      // the number of a turn, as the file has it
  std::optional<Digest> output;
  bool in_place = false;  // the file's numbers are those of its turns
};

struct HeldSession {
  std::vector<HeldPart> parts;        // at least one, each where the one before ends
  format::Conversation conversation;  // of all of them
};

// The node of each part, from the first on; `head` is the first. A part that a person took away
// hides those behind it.
std::vector<format::Node> parts_of(const WorkingSet& memory, const format::Node& head);

// The ids of those behind the first.
std::vector<Ulid> later_parts(const WorkingSet& memory, const Ulid& session);

// kInvalid where a part cannot be read.
Result<HeldSession> read_held(const WorkingSet& memory, const format::Node& head);

// Turns [begin, end) as they go to extraction: with a few of those before, so that no fact is cut
// in half between two parts.
format::Conversation with_context(const format::Conversation& whole, std::size_t begin,
                                  std::size_t end, int part);

}  // namespace pyramid::ops
