#include "ops/ask/leaf_hits.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "format/conversation.hpp"
#include "ops/ask/find_hits.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

namespace pyramid::ops {

namespace {

constexpr std::size_t kTurns = 100;
constexpr std::string_view kLeftOut = "…\n\n";

// The leaves of one session file, by the first turn of each.
using LeavesByTurn = std::map<std::int64_t, Ulid>;

std::map<std::string, LeavesByTurn> leaves_by_session(const TopicTree& tree) {
  std::map<std::string, LeavesByTurn> sessions;
  for (const format::Node& leaf : tree.leaves()) {
    if (!leaf.from) continue;
    sessions[leaf.from->path].emplace(format::turn_number(leaf.from->link.fragment), leaf.id);
  }
  return sessions;
}

// Numbers of a session file's turns, by row; the last is the one that its head names.
Result<std::map<std::int64_t, std::int64_t>> turns_in(index::Index& index,
                                                      const index::Chunk& chunk) {
  std::map<std::int64_t, std::int64_t> turns;
  PYRAMID_ASSIGN(const std::optional<format::Node> session, index.node_at(chunk.path));
  if (!session) return turns;
  PYRAMID_ASSIGN(const std::vector<std::int64_t> rows, index.rows_of_file(chunk.file));
  for (const std::int64_t row : rows) {
    turns.emplace(row, session->turns - std::ssize(rows) + 1 + std::ssize(turns));
  }
  return turns;
}

}  // namespace

Result<std::map<Ulid, std::vector<LeafHit>>> find_leaf_hits(Services& services, Opened& opened,
                                                            const TopicTree& tree,
                                                            const std::string& query) {
  SearchOptions search;
  search.query = query;
  search.limit = kTurns;
  search.sources = {"sessions", "topics"};
  PYRAMID_ASSIGN(const std::vector<search::Hit> hits, find_hits(services, opened, search));
  const std::map<std::string, LeavesByTurn> sessions = leaves_by_session(tree);
  std::map<std::int64_t, std::map<std::int64_t, std::int64_t>> files;
  std::map<Ulid, std::vector<LeafHit>> found;
  for (const search::Hit& hit : hits) {
    if (hit.chunk.kind == format::Kind::kTopic) {
      found[hit.chunk.node].push_back({0, hit.score});
      continue;
    }
    const auto session = sessions.find(hit.chunk.path);
    if (session == sessions.end() || !hit.chunk.status.empty()) continue;
    if (!files.contains(hit.chunk.file)) {
      PYRAMID_ASSIGN(files[hit.chunk.file], turns_in(*opened.index, hit.chunk));
    }
    const auto turn = files[hit.chunk.file].find(hit.chunk.row);
    if (turn == files[hit.chunk.file].end()) continue;
    const auto behind = session->second.upper_bound(turn->second);
    if (behind == session->second.begin()) continue;  // its leaf was deleted
    found[std::prev(behind)->second].push_back({turn->second, hit.score});
  }
  return found;
}

Result<std::string> part_of_leaf(const std::string& file, const format::Node& leaf,
                                 const std::vector<LeafHit>& hits, std::size_t most) {
  PYRAMID_ASSIGN(const format::Document document, format::parse_document(file, leaf.path));
  const std::vector<format::TurnLines> turns = format::turn_lines(document);
  if (turns.empty()) {
    return std::string(utf8::truncate(leaf.text, most)) + "\n" + std::string(kLeftOut);
  }
  const std::vector<std::string_view> lines = split_lines(file);
  std::map<std::size_t, std::string> taken;  // by place in the leaf
  std::size_t size = 0;
  for (const LeafHit& hit : hits) {
    const auto at = static_cast<std::size_t>(hit.turn - leaf.first);
    if (hit.turn < leaf.first || at >= turns.size()) continue;
    std::string said;
    for (std::size_t line = turns[at].first; line <= turns[at].last; ++line) {
      said.append(lines[line - 1]).append("\n");
    }
    said += "\n";
    if (taken.empty() && said.size() > most) said = std::string(utf8::truncate(said, most)) + "\n";
    if (size + said.size() > most + 1) continue;
    size += said.size();
    taken.emplace(at, std::move(said));
  }
  std::string part;
  std::size_t next = 0;
  for (const auto& [at, said] : taken) {
    if (at != next) part += kLeftOut;
    part += said;
    next = at + 1;
  }
  if (next < turns.size() || part.empty()) part += kLeftOut;
  return part;
}

}  // namespace pyramid::ops
