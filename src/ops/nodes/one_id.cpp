#include "ops/nodes/one_id.hpp"

#include "format/node.hpp"
#include "format/sections.hpp"
#include "ops/nodes/home_pages.hpp"
#include "ops/nodes/node_table.hpp"
#include "plan/inputs.hpp"

#include <algorithm>
#include <cstddef>
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

Result<std::map<Ulid, std::vector<Claimant>>> claimants(index::Index& index) {
  PYRAMID_ASSIGN(const std::vector<std::string> paths, index.paths_like_copies());
  std::map<Ulid, std::vector<Claimant>> by_id;
  for (const std::string& path : paths) {
    PYRAMID_ASSIGN(const std::optional<Node> node, index.node_at(path));
    if (!node || node->id.is_zero() || !format::is_known_by_id(node->kind)) continue;
    by_id[node->id].push_back({path, node->id, node->at, node->digest});
  }
  std::erase_if(by_id, [](const auto& one) { return one.second.size() < 2; });
  return by_id;
}

// What a generated text was made from, by its own record.
struct Reading {
  Digest inputs;
  std::vector<std::string> sources;  // where its links lead, in order
};

std::vector<std::string> paths_with_id(const std::vector<format::Edge>& edges) {
  std::vector<std::string> paths;
  for (const format::Edge& edge : edges) paths.push_back(edge.path);
  return paths;
}

// What the sections of MEMORY.md and of the models were made from. A file that cannot be read was
// made from nothing: the scan names it.
Status each_section(index::Index& index, FileSystem& files, const workspace::Workspace& workspace,
                    const std::function<void(Reading)>& take) {
  PYRAMID_ASSIGN(const std::vector<Node> homes, index.nodes({Kind::kModel, Kind::kMemory}));
  for (const Node& home : homes) {
    const Result<std::string> bytes = files.read(workspace.absolute(home.path));
    if (!bytes) continue;
    const Result<format::Document> document =
        format::parse_home(*bytes, home.path, reading_pages(files, workspace));
    if (!document) continue;
    const std::vector<format::FoundSection> sections = format::find_sections(*document, home.path);
    const std::vector<format::SectionRecord> records = format::records_of(*document, home.path);
    for (const format::FoundSection& section : sections) {
      const auto record =
          std::find_if(records.begin(), records.end(),
                       [&](const format::SectionRecord& one) { return one.name == section.name; });
      if (record != records.end()) take({record->inputs, paths_with_id(section.from)});
    }
  }
  return {};
}

// The claimants that no generated link leads to, while one leads to a name that a file of their
// node had: all of them came, or moved, since.
class Unlinked {
 public:
  explicit Unlinked(std::map<Ulid, std::vector<Claimant>>& by_id) {
    for (auto& [id, same] : by_id) {
      const bool known =
          std::any_of(same.begin(), same.end(), [](const Claimant& one) { return one.is_known; });
      if (!known) by_ending_.emplace("-" + short_id(id) + ".md", &same);
    }
  }

  [[nodiscard]] bool empty() const { return by_ending_.empty(); }
  [[nodiscard]] bool may_be_at(std::string_view target) const { return at(target) != nullptr; }

  // Marks the claimant with which the digest of what was read comes out, if one does.
  Status settle(index::Index& index, const Reading& reading) {
    std::vector<std::pair<Ulid, Digest>> sources;
    std::vector<Claimant>* same = nullptr;
    std::size_t gap = 0;
    for (const std::string& path : reading.sources) {
      PYRAMID_ASSIGN(const std::optional<Node> node, index.node_at(path));
      if (!node) {
        if (same != nullptr) return {};  // two are lost
        same = at(path);
        if (same == nullptr) return {};
        gap = sources.size();
      }
      sources.emplace_back(node ? node->id : Ulid(), node ? node->digest : Digest());
    }
    if (same == nullptr) return {};
    for (Claimant& one : *same) {
      sources[gap] = {one.id, one.digest};
      one.is_known = plan::inputs_digest(sources) == reading.inputs;
    }
    return {};
  }

 private:
  [[nodiscard]] std::vector<Claimant>* at(std::string_view target) const {
    const std::size_t tail = target.rfind('-');
    if (tail == std::string_view::npos) return nullptr;
    const auto found = by_ending_.find(target.substr(tail));
    return found == by_ending_.end() ? nullptr : found->second;
  }

  std::map<std::string, std::vector<Claimant>*, std::less<>> by_ending_;  // "-7t5xbn.md"
};

// Where no link leads to a claimant, what was made from the node tells by its `inputs` which of
// them it was.
Status settle_by_inputs(index::Index& index, std::map<Ulid, std::vector<Claimant>>& by_id,
                        const std::vector<Reading>& sections) {
  Unlinked unlinked(by_id);
  if (unlinked.empty()) return {};
  std::set<std::string> readers;
  PYRAMID_TRY(index.each_link([&](std::string_view path, std::string_view target) {
    if (unlinked.may_be_at(target)) readers.emplace(path);
  }));
  for (const std::string& path : readers) {
    PYRAMID_ASSIGN(const std::optional<Node> reader, index.node_at(path));
    if (!reader || !reader->inputs) continue;
    PYRAMID_TRY(unlinked.settle(index, {*reader->inputs, paths_with_id(reader->sources)}));
  }
  for (const Reading& section : sections) PYRAMID_TRY(unlinked.settle(index, section));
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
  std::vector<Reading> sections;
  PYRAMID_TRY(each_section(index, files, workspace, [&](Reading reading) {
    for (const std::string& path : reading.sources) note(path);
    sections.push_back(std::move(reading));
  }));
  PYRAMID_TRY(settle_by_inputs(index, by_id, sections));
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
