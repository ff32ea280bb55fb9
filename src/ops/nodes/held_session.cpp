#include "ops/nodes/held_session.hpp"

#include "format/session_parts.hpp"
#include "ingest/extract_session.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace pyramid::ops {

using format::Conversation;
using format::Node;

std::vector<Node> parts_of(const WorkingSet& memory, const Node& head) {
  std::vector<Node> parts = {head};
  for (int part = 2;; ++part) {
    const Node* next = memory.find(format::part_id(head.id, part));
    if (next == nullptr || next->kind != format::Kind::kSession) return parts;
    parts.push_back(*next);
  }
}

std::vector<Ulid> later_parts(const WorkingSet& memory, const Ulid& session) {
  std::vector<Ulid> ids;
  for (int part = 2;; ++part) {
    const Ulid id = format::part_id(session, part);
    if (memory.path_of(id).empty()) return ids;
    ids.push_back(id);
  }
}

Result<HeldSession> read_held(const WorkingSet& memory, const Node& head) {
  HeldSession held;
  for (const Node& node : parts_of(memory, head)) {
    HeldPart part;
    part.path = node.path;
    PYRAMID_ASSIGN(part.bytes, memory.bytes(node.path));
    PYRAMID_ASSIGN(const format::Document document, format::parse_document(part.bytes, node.path));
    PYRAMID_ASSIGN(Conversation conversation, format::read_session(document, node.path));
    Conversation& whole = held.conversation;
    part.begin = whole.turns.size();
    part.end = part.begin + conversation.turns.size();
    part.extracted = node.extracted;
    part.output = node.output;
    part.in_place = conversation.first == static_cast<std::int64_t>(part.begin) + 1 &&
                    node.turns == static_cast<std::int64_t>(part.end);
    if (held.parts.empty()) {
      whole = std::move(conversation);
    } else {
      std::move(conversation.turns.begin(), conversation.turns.end(),
                std::back_inserter(whole.turns));
      whole.replaced = std::move(conversation.replaced);
      whole.updated = conversation.updated;
    }
    held.parts.push_back(std::move(part));
  }
  return held;
}

Conversation with_context(const Conversation& whole, std::size_t begin, std::size_t end, int part) {
  const std::size_t context = std::min(begin, ingest::kContextTurns);
  return format::part_of(whole, begin - context, end, part);
}

}  // namespace pyramid::ops
