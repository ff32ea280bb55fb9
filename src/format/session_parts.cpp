#include "format/session_parts.hpp"

#include <algorithm>
#include <string>

namespace pyramid::format {

namespace {

constexpr std::size_t kTimeBytes = 6;  // of a ULID

}  // namespace

std::vector<std::size_t> part_begins(const Conversation& said, const std::vector<std::size_t>& held,
                                     std::size_t stay) {
  std::vector<std::size_t> begins = {0};
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < said.turns.size(); ++i) {
    const std::size_t size = said.turns[i].text.size();
    const std::size_t turns = i - begins.back();
    const bool is_full = turns > 0 && (turns >= kPartTurns || bytes + size > kPartBytes);
    const bool begins_here =
        i < stay ? i > 0 && std::find(held.begin(), held.end(), i) != held.end() : is_full;
    if (begins_here) {
      begins.push_back(i);
      bytes = 0;
    }
    bytes += size;
  }
  return begins;
}

Conversation part_of(const Conversation& whole, std::size_t begin, std::size_t end, int part) {
  Conversation out;
  out.source = whole.source;
  out.origin = whole.origin;
  out.title = whole.title;
  out.user = whole.user;
  out.scopes = whole.scopes;
  out.start = begin == 0 ? whole.start : whole.turns[begin].at;
  const auto first = whole.turns.begin();
  out.turns.assign(first + static_cast<std::ptrdiff_t>(begin),
                   first + static_cast<std::ptrdiff_t>(end));
  out.replaced = whole.replaced;
  out.updated = whole.updated;
  out.part = part;
  out.first = static_cast<std::int64_t>(begin) + 1;
  out.session = session_id(whole);
  return out;
}

Ulid part_id(const Ulid& session, int part) {
  if (part == 1) return session;
  Ulid id =
      derive_ulid(Time{}, "session\n" + to_string(session) + "\npart\n" + std::to_string(part));
  std::copy_n(session.bytes.begin(), kTimeBytes, id.bytes.begin());
  return id;
}

}  // namespace pyramid::format
