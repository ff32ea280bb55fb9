#include "ops/run/latecomers.hpp"

#include "ops/nodes/name_tails.hpp"
#include "ops/nodes/revision.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace pyramid::ops {

namespace {

using format::Kind;
using format::Node;

// What a generated file says of how it was made.
std::vector<std::string> records_of(const Node& node) {
  std::vector<std::string> records = {node.description};
  for (const auto& digest : {node.inputs, node.output}) {
    records.push_back(digest ? to_hex(*digest) : std::string());
  }
  for (const format::SectionRecord& one : node.sections) records.push_back(format::to_line(one));
  return records;
}

// A file as the last commit has it.
Result<std::string> committed(const std::string& root, const std::string& path) {
  PYRAMID_ASSIGN(const auto past, open_past(root));
  PYRAMID_ASSIGN(const history::PastCommit head, past->commit("HEAD"));
  PYRAMID_ASSIGN(const std::optional<std::string> blob, past->blob_at(head.id, path));
  if (!blob) return fail(ErrorKind::kNotFound, "is in no commit", path);
  return past->read(*blob);
}

}  // namespace

Latecomers::Latecomers(FileSystem& files, const workspace::Workspace& workspace)
    : files_(files), workspace_(workspace) {
  Result<Forgotten> forgotten = read_forgotten(files, workspace);
  if (!forgotten) return;
  forgotten_ = *std::move(forgotten);
  for (const Ulid& id : forgotten_.nodes) tails_.insert(short_id(id));
  for (const auto& [session, turns] : forgotten_.turns) tails_.insert(short_id(session));
  for (const auto& [tail, late] : forgotten_.late) tails_.insert(tail);
}

bool Latecomers::goes(const std::string& path, const std::string& bytes) const {
  if (forgotten_.nodes.empty()) return false;
  const Result<Node> node = format::read_node(bytes, path);
  return node && forgotten_.nodes.contains(node->id);
}

// A person may have renamed the file.
bool Latecomers::is_lost(const std::string& target) const {
  if (tails_.contains(tail_in(target))) return true;
  const Result<std::string> bytes = files_.read(workspace_.absolute(target));
  const Result<Node> node =
      bytes ? format::read_node(*bytes, target) : Result<Node>(fail(Error(bytes.error())));
  return node && !node->id.is_zero() && tails_.contains(short_id(node->id));
}

bool Latecomers::was_brought(const Node& node) const {
  const Result<std::string> before = committed(workspace_.root, node.path);
  if (!before) return true;
  const Result<Node> was = format::read_node(*before, node.path);
  return !was || records_of(*was) != records_of(node);
}

bool Latecomers::may_say(const std::string& path, const std::string& bytes) const {
  if (forgotten_.empty()) return false;
  const Result<Node> node = format::read_node(bytes, path);
  if (!node) return false;
  if (forgotten_.nodes.contains(node->id)) return true;
  switch (node->kind) {
    case Kind::kSession:
      return forgotten_.turns.contains(node->id) || forgotten_.late.contains(short_id(node->id));
    case Kind::kObservation:
      return std::any_of(node->edges.begin(), node->edges.end(), [&](const format::Edge& edge) {
        return !edge.path.empty() && is_lost(edge.path);
      });
    case Kind::kSummary:
    case Kind::kMemory:
    case Kind::kModel:
      return was_brought(*node);
    default:
      return false;
  }
}

}  // namespace pyramid::ops
