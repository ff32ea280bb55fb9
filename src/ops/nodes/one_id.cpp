#include "ops/nodes/one_id.hpp"

#include "format/node.hpp"
#include "format/sections.hpp"
#include "ops/nodes/node_table.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace pyramid::ops {

namespace {

using format::Kind;
using format::Node;

// Their ids are their own business.
bool is_node(const Node& node) {
  return node.kind != Kind::kNote && node.kind != Kind::kDaily && node.kind != Kind::kIdentity;
}

Result<std::map<Ulid, std::vector<Claimant>>> claimants(index::Index& index) {
  PYRAMID_ASSIGN(const std::vector<std::string> paths, index.paths_like_copies());
  std::map<Ulid, std::vector<Claimant>> by_id;
  for (const std::string& path : paths) {
    PYRAMID_ASSIGN(const std::optional<Node> node, index.node_at(path));
    if (!node || node->id.is_zero() || !is_node(*node)) continue;
    by_id[node->id].push_back({path, node->id, node->at});
  }
  std::erase_if(by_id, [](const auto& one) { return one.second.size() < 2; });
  return by_id;
}

// Where the links behind the sections of MEMORY.md and of the models lead. A file that cannot be
// read leads nowhere: the scan names it.
Status each_section_link(index::Index& index, FileSystem& files,
                         const workspace::Workspace& workspace,
                         const std::function<void(std::string_view target)>& take) {
  PYRAMID_ASSIGN(const std::vector<Node> homes, index.nodes({Kind::kModel, Kind::kMemory}));
  for (const Node& home : homes) {
    const Result<std::string> bytes = files.read(workspace.absolute(home.path));
    if (!bytes) continue;
    const Result<format::Document> document = format::parse_document(*bytes, home.path);
    if (!document) continue;
    const std::vector<format::FoundSection> sections = format::find_sections(*document, home.path);
    for (const format::FoundSection& section : sections) {
      for (const format::Edge& edge : section.from) take(edge.path);
    }
  }
  return {};
}

}  // namespace

Result<std::vector<std::vector<Claimant>>> files_with_one_id(
    index::Index& index, FileSystem& files, const workspace::Workspace& workspace) {
  PYRAMID_ASSIGN(auto by_id, claimants(index));
  std::vector<std::vector<Claimant>> found;
  if (by_id.empty()) return found;
  std::map<std::string_view, Claimant*> by_path;
  for (auto& [id, same] : by_id) {
    for (Claimant& one : same) by_path.emplace(one.path, &one);
  }
  const auto note = [&](std::string_view target) {
    const auto place = by_path.find(target);
    if (place != by_path.end()) place->second->is_known = true;
  };
  PYRAMID_TRY(index.each_link([&](std::string_view, std::string_view target) { note(target); }));
  PYRAMID_TRY(each_section_link(index, files, workspace, note));
  for (auto& [id, same] : by_id) {
    std::sort(same.begin(), same.end(), [](const Claimant& a, const Claimant& b) {
      if (a.is_known != b.is_known) return a.is_known;
      return counts_before(a.id, a.at, a.path, b.at, b.path);
    });
    found.push_back(std::move(same));
  }
  return found;
}

}  // namespace pyramid::ops
