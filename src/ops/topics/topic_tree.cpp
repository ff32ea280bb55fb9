#include "ops/topics/topic_tree.hpp"

#include "base/path.hpp"
#include "format/topic.hpp"
#include "ops/nodes/one_node.hpp"
#include "topics/arrange.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace pyramid::ops {

using format::Kind;
using format::Node;

std::string summary_of(const std::string& folder) {
  return path::join(folder, workspace::kTopicSummary);
}

bool waits_for_topic(std::string_view path) {
  return path.starts_with(std::string(workspace::kFreshFolder) + "/") ||
         path::directory(path) == workspace::kTopics;
}

void TopicTree::take(const Node& node) {
  if (node.model_type == format::kDeletedLeaf) {
    const auto leaf = parse_ulid(path::stem(node.path));
    if (leaf) deleted_[node.session][*leaf] = node.turns;
    return;
  }
  if (node.model_type == format::kLeaf) {
    leaves_.push_back(node);
  } else if (node.model_type == format::kCondensed &&
             path::name(node.path) == workspace::kTopicSummary && !waits_for_topic(node.path)) {
    folders_[std::string(path::directory(node.path))].summary = node;
  }
}

Result<TopicTree> TopicTree::of(const WorkingSet& memory) {
  TopicTree tree;
  PYRAMID_TRY(memory.walk(Kind::kTopic, [&](const Node& node) -> Status {
    tree.take(node);
    return {};
  }));
  tree.settle();
  return tree;
}

Result<TopicTree> TopicTree::of(index::Index& index) {
  PYRAMID_ASSIGN(const std::vector<Node> nodes,
                 index.nodes_below(std::string(workspace::kTopicsFolder), Kind::kTopic));
  TopicTree tree;
  std::set<Ulid> known;
  for (const Node& node : nodes) {
    if (known.insert(node.id).second) tree.take(node);
  }
  tree.settle();
  return tree;
}

void TopicTree::settle() {
  std::sort(leaves_.begin(), leaves_.end(), [](const Node& a, const Node& b) {
    return std::tie(a.at, a.id) < std::tie(b.at, b.id);
  });
  std::vector<std::string> known;
  for (std::size_t i = 0; i < leaves_.size(); ++i) {
    leaf_at_.emplace(leaves_[i].id, i);
    if (waits_for_topic(leaves_[i].path)) continue;
    const std::string folder(path::directory(leaves_[i].path));
    folders_[folder].leaves.push_back(leaves_[i].id);
  }
  for (const auto& [path, folder] : folders_) known.push_back(path);
  for (std::string below : known) {
    while (path::directory(below) != workspace::kTopics) {
      const std::string above(path::directory(below));
      std::vector<std::string>& inside = folders_[above].folders;
      if (std::find(inside.begin(), inside.end(), below) == inside.end()) inside.push_back(below);
      below = above;
    }
  }
  // A folder stands behind those above it, so from the last one on.
  for (auto one = folders_.rbegin(); one != folders_.rend(); ++one) {
    TopicFolder& folder = one->second;
    std::sort(folder.folders.begin(), folder.folders.end());
    bool any = false;
    const auto span = [&](Time earliest, Time latest) {
      folder.earliest = any ? std::min(folder.earliest, earliest) : earliest;
      folder.latest = any ? std::max(folder.latest, latest) : latest;
      any = true;
    };
    for (const Ulid& id : folder.leaves) {
      span(leaf(id).start, leaf(id).end);
      ++folder.count;
    }
    for (const std::string& path : folder.folders) {
      const TopicFolder& below = folders_.at(path);
      folder.depth = std::max(folder.depth, below.depth + 1);
      folder.count += below.count;
      if (below.count > 0) span(below.earliest, below.latest);
    }
  }
}

const Node& TopicTree::leaf(const Ulid& id) const { return leaves_[leaf_at_.at(id)]; }

std::vector<std::string> TopicTree::deepest_first() const {
  std::vector<std::pair<int, std::string>> by_depth;
  for (const auto& [path, folder] : folders_) by_depth.emplace_back(folder.depth, path);
  std::sort(by_depth.begin(), by_depth.end());
  std::vector<std::string> paths;
  for (auto& [depth, path] : by_depth) paths.push_back(std::move(path));
  return paths;
}

std::vector<Ulid> TopicTree::waiting() const {
  std::vector<Ulid> waiting;
  for (const Node& leaf : leaves_) {
    if (waits_for_topic(leaf.path)) waiting.push_back(leaf.id);
  }
  return waiting;
}

Ulid TopicTree::id_of(const std::string& folder) const {
  const auto known = folders_.find(folder);
  const bool named = known != folders_.end() && known->second.summary;
  return named ? known->second.summary->id : format::topic_id(folder);
}

const std::map<Ulid, std::int64_t>& TopicTree::deleted(const Ulid& session) const {
  static const std::map<Ulid, std::int64_t> none;
  const auto known = deleted_.find(session);
  return known == deleted_.end() ? none : known->second;
}

Digest TopicTree::state(const format::Settings& settings) const {
  Hasher hasher;
  hasher.field(settings.fresh_tail_count).field(settings.condensed_min_fanout);
  hasher.field(static_cast<std::int64_t>(topics::kMostChildren));
  for (const Node& leaf : leaves_) {
    hasher.field(to_string(leaf.id)).field(to_hex(leaf.digest)).field(leaf.path);
    hasher.field(leaf.description);
  }
  for (const auto& [path, folder] : folders_) {
    hasher.field(path).field(to_string(id_of(path)));
    if (!folder.summary) continue;
    hasher.field(static_cast<std::int64_t>(folder.summary->hand));
    hasher.field(folder.summary->description).field(to_hex(folder.summary->text_digest));
  }
  return hasher.finish();
}

std::string with_moved_links(const std::string& bytes, const std::string& path,
                             const std::map<std::string, std::string>& places) {
  const auto node = format::read_node(bytes, path);
  if (!node) return bytes;
  const auto place_of = [&](const std::string& file) -> const std::string& {
    const auto moved = places.find(file);
    return moved == places.end() ? file : moved->second;
  };
  const std::string_view folder = path::directory(place_of(path));
  std::string moved = bytes;
  for (const format::Edge& edge : node->edges) {
    if (edge.path.empty()) continue;
    const std::string& target = place_of(edge.path);
    if (target == edge.path && folder == path::directory(path)) continue;
    moved = format::with_link_target(moved, edge.link, path::relative(folder, target));
  }
  return moved;
}

Status move_topics(WorkingSet& memory, const std::vector<TopicMove>& moves) {
  std::map<std::string, std::string> places;
  for (const TopicMove& move : moves) places.emplace(move.from, move.to);
  std::vector<std::pair<std::string, std::string>> placed;  // where to, and the bytes
  std::map<std::string, Digest> before;
  for (const TopicMove& move : moves) {
    if (move.from == move.to) continue;
    PYRAMID_ASSIGN(const std::string bytes, memory.bytes(move.from));
    before.emplace(move.from, digest_of(bytes));
    placed.emplace_back(move.to, with_moved_links(bytes, move.from, places));
  }
  for (const auto& [path, digest] : before) PYRAMID_TRY(memory.remove_at(path));
  for (auto& [path, bytes] : placed) {
    const auto stood = before.find(path);
    const auto made_from = stood == before.end() ? std::nullopt : std::optional(stood->second);
    PYRAMID_TRY(memory.put(path, std::move(bytes), made_from));
  }
  return {};
}

Status add_notes(index::Index& index, const WorkingSet& memory,
                 const std::map<std::string, std::string>& folders, std::vector<TopicMove>& moves) {
  const bool any = std::any_of(folders.begin(), folders.end(),
                               [](const auto& one) { return one.first != one.second; });
  if (!any) return {};
  PYRAMID_ASSIGN(const std::vector<std::string> notes,
                 index.strangers(std::string(workspace::kTopicsFolder), Kind::kTopic));
  for (const std::string& note : notes) {
    const auto folder = folders.find(std::string(path::directory(note)));
    if (folder == folders.end() || folder->first == folder->second) continue;
    std::string place = path::join(folder->second, path::name(note));
    const bool is_free = memory.bytes(note) && !memory.bytes(place);
    if (is_free) moves.push_back({note, std::move(place)});
  }
  return {};
}

}  // namespace pyramid::ops
