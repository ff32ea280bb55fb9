#include "ops/nodes/made_from.hpp"

#include "format/sections.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace pyramid::ops {

namespace {

using format::Edge;
using format::Kind;
using format::Node;

bool any_leads_to(const std::vector<Edge>& edges, const std::set<std::string>& paths) {
  return std::any_of(edges.begin(), edges.end(),
                     [&](const Edge& edge) { return paths.contains(edge.path); });
}

}  // namespace

Result<MadeFrom> made_from(const WorkingSet& memory, const std::set<Ulid>& nodes) {
  MadeFrom made;
  std::set<std::string> paths;
  for (const Ulid& id : nodes) {
    std::string path = memory.path_of(id);
    if (!path.empty()) paths.insert(std::move(path));
  }
  std::vector<std::pair<int, Ulid>> summaries;  // a summary is made from those of the tier below
  PYRAMID_TRY(memory.walk(Kind::kSummary, [&](const Node& summary) -> Status {
    summaries.emplace_back(summary.tier, summary.id);
    return {};
  }));
  std::sort(summaries.begin(), summaries.end());
  for (const auto& [tier, id] : summaries) {
    Node stub;
    stub.path = memory.path_of(id);
    const Result<Node> summary = memory.read(stub);
    if (!summary || !any_leads_to(summary->sources, paths)) continue;
    paths.insert(stub.path);
    made.summaries.push_back(id);
    made.places.push_back({stub.path, 0, "summary"});
  }
  for (const Kind kind : {Kind::kMemory, Kind::kModel}) {
    for (const Ulid& id : memory.ids(kind)) {
      const std::string path = memory.path_of(id);
      const Result<format::Document> document = memory.document(path);
      if (!document) continue;  // the scan names it
      for (const format::FoundSection& section : format::find_sections(*document, path)) {
        if (!any_leads_to(section.from, paths)) continue;
        made.places.push_back({path, section.line, "section"});
      }
    }
  }
  return made;
}

}  // namespace pyramid::ops
