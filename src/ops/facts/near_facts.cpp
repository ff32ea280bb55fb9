#include "ops/facts/near_facts.hpp"

#include "ops/nodes/lookup.hpp"
#include "workspace/layout.hpp"

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::ops {

namespace {

using format::Kind;
using format::Node;

constexpr std::size_t kMostNear = 6;

engine::FactCandidate::Standing standing_of(const Node& node) {
  using Standing = engine::FactCandidate::Standing;
  if (!node.status.empty()) return Standing::kOutdated;
  return workspace::fact_category(node.path).empty() ? Standing::kInUse : Standing::kFact;
}

}  // namespace

Result<engine::FactCandidate> NearFacts::candidate(const WeighedFact& fact) {
  const Node& node = fact.node;
  const Zone& zone = run_.memory.zone();
  engine::FactCandidate candidate;
  candidate.text = node.text;
  candidate.about = about(node);
  candidate.times = node.seen.size() + 1;
  candidate.importance = node.importance;
  candidate.at = zone.local(node.at, node.offset);
  PYRAMID_ASSIGN(const index::RowSet* among, rows_of(node.model));
  index::Index& index = *run_.opened.index;
  const std::string_view text = node.text;
  PYRAMID_ASSIGN(const std::vector<float> vector,
                 run_.services.embedder.embed(std::span(&text, 1)));
  PYRAMID_ASSIGN(const std::vector<index::Scored> nearest,
                 index.nearest(vector, 2 * kMostNear, among));
  std::vector<std::int64_t> rows;
  for (const index::Scored& one : nearest) rows.push_back(one.row);
  PYRAMID_ASSIGN(const std::vector<index::Chunk> chunks, index.chunks(rows));
  std::set<Ulid> told = {node.id};
  for (const index::Chunk& chunk : chunks) {
    if (candidate.near.size() == kMostNear) break;
    const Node* stub = told.insert(chunk.node).second ? run_.memory.find(chunk.node) : nullptr;
    if (stub == nullptr || stub->status == format::kQuarantined) continue;
    const Result<Node> near = run_.memory.read(Node(*stub));
    if (!near) continue;  // named by the sync
    candidate.near.push_back({near->text, zone.local(near->at, near->offset), standing_of(*near)});
  }
  return candidate;
}

Result<const index::RowSet*> NearFacts::rows_of(const std::string& model) {
  const auto known = rows_.find(model);
  if (known != rows_.end()) return &known->second;
  index::Filter filter;
  filter.kinds = {Kind::kObservation};
  filter.models = {model};
  PYRAMID_ASSIGN(index::RowSet rows, run_.opened.index->rows_where(filter));
  return &rows_.emplace(model, std::move(rows)).first->second;
}

std::string NearFacts::about(const Node& node) const {
  const std::string title = title_of_model(run_.memory, node.model);
  return node.fact.empty() ? title : title + " (" + node.fact + ")";
}

}  // namespace pyramid::ops
