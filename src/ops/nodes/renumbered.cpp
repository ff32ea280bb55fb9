#include "ops/nodes/renumbered.hpp"

#include "base/line_ends.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "format/conversation.hpp"
#include "format/node.hpp"
#include "history/merged_sides.hpp"
#include "history/stopped_merge.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>

namespace pyramid::ops {

namespace {

using format::Conversation;
using format::Turn;

constexpr int kMostFacts = 64;  // that one turn is looked for with

std::optional<Conversation> read(const std::string& bytes, const std::string& path) {
  const auto document = format::parse_document(bytes, path);
  if (!document) return std::nullopt;
  auto said = format::read_session(*document, path);
  if (!said) return std::nullopt;
  return *std::move(said);
}

bool says_the_same(const Turn& a, const Turn& b) {
  return a.speaker == b.speaker && is_same_but_line_ends(a.text, b.text) && a.unkept == b.unkept;
}

// Numbers of turns on one side that say something else in the merged session, and where they are.
std::map<std::int64_t, std::int64_t> moved_turns(const Conversation& side,
                                                 const Conversation& merged) {
  std::map<std::int64_t, std::int64_t> moved;
  for (std::size_t i = 0; i < side.turns.size(); ++i) {
    const Turn& turn = side.turns[i];
    if (i < merged.turns.size() && says_the_same(turn, merged.turns[i])) continue;
    const auto there = std::find_if(merged.turns.begin(), merged.turns.end(),
                                    [&](const Turn& other) { return says_the_same(turn, other); });
    if (there == merged.turns.end()) continue;
    moved.emplace(side.first + static_cast<std::int64_t>(i),
                  merged.first + (there - merged.turns.begin()));
  }
  return moved;
}

std::optional<format::Node> node_of(const std::optional<std::string>& bytes,
                                    const std::string& path) {
  if (!bytes) return std::nullopt;
  Result<format::Node> node = format::read_node(*bytes, path);
  if (!node) return std::nullopt;
  return *std::move(node);
}

// Files that link the one at this path, and perhaps others.
using Readers = std::function<std::vector<std::string>(const std::string& path)>;

class Follower {
 public:
  Follower(Readers readers, std::string session, Conversation merged, PendingFiles& files)
      : readers_(std::move(readers)),
        session_(std::move(session)),
        merged_(std::move(merged)),
        files_(files) {}

  void follow(const history::MergedSide& side) {
    const std::optional<Conversation> said = read(side.bytes, session_);
    if (!said) return;
    const auto moved = moved_turns(*said, merged_);
    if (moved.empty()) return;
    for (const std::string& path : side.added) {
      if (path.starts_with("observations/")) follow_one(path, *said, moved);
    }
  }

  [[nodiscard]] std::vector<std::string> followed() && { return std::move(followed_); }

 private:
  void follow_one(const std::string& path, const Conversation& side,
                  const std::map<std::int64_t, std::int64_t>& moved) {
    const std::optional<std::string> bytes = files_.bytes(path);
    const auto node = node_of(bytes, path);
    if (!node || node->kind != format::Kind::kObservation || !node->from) return;
    if (node->from->path != session_) return;
    const auto turn = moved.find(format::turn_number(node->from->link.fragment));
    if (turn == moved.end()) return;
    std::string now = *bytes;
    for (const format::Edge& edge : node->edges) {
      const auto to = moved.find(format::turn_number(edge.link.fragment));
      if (edge.path != session_ || to == moved.end()) continue;
      now = with_turn(std::move(now), edge.link, to->second);
    }
    const Ulid id = id_at(*node, side, turn->first, turn->second);
    if (const auto named = format::with_field(now, path, "id", to_string(id))) now = *named;
    const std::string place = place_for(path, node->id, id);
    files_.put(path, std::nullopt);
    // An import here may have made it already.
    if (!files_.bytes(place)) files_.put(place, std::move(now));
    lead_links(path, place);
    followed_.push_back(place);
  }

  // The link keeps its path, as it stands, and gets another turn.
  static std::string with_turn(std::string bytes, const format::Link& link, std::int64_t turn) {
    const std::string old = link.target + "#" + link.fragment + ")";
    const std::size_t place = bytes.find(old);
    if (place != std::string::npos) {
      bytes.replace(place, old.size(), link.target + "#^t" + std::to_string(turn) + ")");
    }
    return bytes;
  }

  // As extractions derived it from the turn's number, before they did so from what is said; any
  // other id stays.
  [[nodiscard]] Ulid id_at(const format::Node& node, const Conversation& side, std::int64_t from,
                           std::int64_t to) const {
    const Ulid session = format::session_id(side);
    for (int ordinal = 1; ordinal <= kMostFacts; ++ordinal) {
      const Ulid was =
          format::observation_id(session, node.at, from, ordinal, format::change_of(side, from));
      if (was != node.id) continue;
      return format::observation_id(session, node.at, to, ordinal, format::change_of(merged_, to));
    }
    return node.id;
  }

  // A name that ends as the id does ends as the new one does.
  static std::string place_for(const std::string& path, const Ulid& was, const Ulid& is) {
    const std::string tail = "-" + short_id(was) + ".md";
    if (!path.ends_with(tail)) return path;
    return path.substr(0, path.size() - tail.size()) + "-" + short_id(is) + ".md";
  }

  void lead_links(const std::string& from, const std::string& to) {
    for (const std::string& reader : readers_(from)) {
      const std::optional<std::string> bytes = files_.bytes(reader);
      const auto node = node_of(bytes, reader);
      if (!node || reader == from || reader == to) continue;
      std::string now = *bytes;
      for (const format::Edge& edge : node->edges) {
        if (edge.path != from) continue;
        now = format::with_link_target(now, edge.link, path::relative(path::directory(reader), to));
      }
      if (now != *bytes) files_.put(reader, std::move(now));
    }
  }

  Readers readers_;
  std::string session_;
  Conversation merged_;
  PendingFiles& files_;
  std::vector<std::string> followed_;
};

// How much an observation looks like one of what this turn says.
std::size_t likeness_to_turn(const format::Node& node, const Turn& turn) {
  constexpr std::size_t kShort = 4, kSameTime = 1'000'000;
  std::size_t like = node.at == turn.at ? kSameTime : 0;
  for (const std::string_view word : split(node.text, ' ')) {
    if (word.size() >= kShort && turn.text.find(word) != std::string::npos) ++like;
  }
  return like;
}

// Which of the observations were taken from `side`, not from `other`.
std::vector<std::string> taken_from(const Conversation& side, const Conversation& other,
                                    const std::vector<std::string>& observations,
                                    const PendingFiles& files) {
  std::vector<std::string> found;
  for (const std::string& path : observations) {
    const auto node = node_of(files.bytes(path), path);
    if (!node || !node->from) continue;
    const std::int64_t turn = format::turn_number(node->from->link.fragment);
    const auto like = [&](const Conversation& said) {
      const std::int64_t place = turn - said.first;
      const bool there = place >= 0 && place < static_cast<std::int64_t>(said.turns.size());
      return there ? likeness_to_turn(*node, said.turns[static_cast<std::size_t>(place)]) : 0;
    };
    if (like(side) > like(other)) found.push_back(path);
  }
  return found;
}

}  // namespace

std::vector<std::string> follow_turns(const std::string& session, const std::string& ours,
                                      const std::string& theirs, index::Index& index,
                                      PendingFiles& files) {
  const std::optional<std::string> bytes = files.bytes(session);
  const auto mine = read(ours, session), others = read(theirs, session);
  std::optional<Conversation> merged;
  if (bytes) merged = read(*bytes, session);
  if (!mine || !others || !merged) return {};
  std::map<std::string, std::vector<std::string>> readers;  // by what they link
  const Status told = index.each_link([&](std::string_view path, std::string_view target) {
    readers[std::string(target)].emplace_back(path);
  });
  if (!told) return {};
  const std::vector<std::string> observations = readers[session];
  Follower follower([&](const std::string& path) { return readers[path]; }, session,
                    *std::move(merged), files);
  const auto of_mine = taken_from(*mine, *others, observations, files);
  const auto of_others = taken_from(*others, *mine, observations, files);
  follower.follow({ours, of_mine});
  follower.follow({theirs, of_others});
  return std::move(follower).followed();
}

std::vector<std::string> follow_turns(const workspace::Workspace& workspace,
                                      const std::string& session, PendingFiles& files) {
  const std::optional<std::string> bytes = files.bytes(session);
  std::optional<Conversation> merged;
  if (bytes) merged = read(*bytes, session);
  if (!merged) return {};
  const Readers readers = [&](const std::string& path) {
    const auto found = history::files_with(workspace.root, std::string(path::name(path)));
    return found ? *found : std::vector<std::string>();
  };
  Follower follower(readers, session, *std::move(merged), files);
  for (const history::MergedSide& side : history::merged_sides(workspace.root, session)) {
    follower.follow(side);
  }
  return std::move(follower).followed();
}

}  // namespace pyramid::ops
