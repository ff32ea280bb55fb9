// A file moved by hand leaves links behind: those that led to it, and its own. What a link meant is
// still told by its target's name, which ends with the last six characters of the id.
#include "base/path.hpp"
#include "base/utf8.hpp"
#include "format/sections.hpp"
#include "ops/run.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pyramid::ops {

namespace {

using format::Edge;
using format::Kind;
using format::Node;

constexpr std::size_t kTail = 6;

std::string tail_of(const Ulid& id) {
  const std::string text = utf8::lower(to_string(id));
  return text.substr(text.size() - kTail);
}

// "…/moving-to-austin-7t5xbn.md" -> "7t5xbn"; "" when the name does not end like that.
std::string tail_in(std::string_view target) {
  std::string_view name = path::name(target);
  if (!name.ends_with(".md")) return {};
  name.remove_suffix(3);
  if (name.size() <= kTail || name[name.size() - kTail - 1] != '-') return {};
  return utf8::lower(name.substr(name.size() - kTail));
}

// Paths by the tail of the id; "" where two nodes share it. Paths and not nodes: mending a file
// replaces its node.
using Tails = std::unordered_map<std::string, std::string>;

Tails tails_of(const WorkingSet& memory) {
  Tails tails;
  for (const Kind kind : {Kind::kObservation, Kind::kSummary, Kind::kSession}) {
    for (const Ulid& id : memory.ids(kind)) {
      const auto [place, added] = tails.emplace(tail_of(id), memory.find(id)->path);
      if (!added) place->second.clear();
    }
  }
  return tails;
}

bool leads_nowhere(const WorkingSet& memory, const Edge& edge) {
  return memory.at(edge.path) == nullptr;
}

// The generated links of a node, as far as the index knows them.
std::vector<Edge> known_edges(const Node& node) {
  std::vector<Edge> edges = node.sources;
  if (node.from) edges.push_back(*node.from);
  return edges;
}

// The links of a home file's generated sections, which only the file itself tells.
Result<std::vector<Edge>> section_edges(const WorkingSet& memory, const Node& home) {
  PYRAMID_ASSIGN(const std::string bytes, memory.bytes(home.path));
  PYRAMID_ASSIGN(const format::Document document, format::parse_document(bytes, home.path));
  std::vector<Edge> edges;
  for (const format::FoundSection& section : format::find_sections(document, home.path)) {
    edges.insert(edges.end(), section.from.begin(), section.from.end());
  }
  return edges;
}

// The files with a generated link that leads to no node.
Result<std::vector<std::string>> files_to_look_at(const WorkingSet& memory) {
  std::vector<std::string> files;
  const auto broken = [&](const std::vector<Edge>& edges) {
    return std::any_of(edges.begin(), edges.end(),
                       [&](const Edge& edge) { return leads_nowhere(memory, edge); });
  };
  for (const Kind kind : {Kind::kObservation, Kind::kSummary}) {
    for (const Ulid& id : memory.ids(kind)) {
      const Node& node = *memory.find(id);
      if (broken(known_edges(node))) files.push_back(node.path);
    }
  }
  for (const Kind kind : {Kind::kModel, Kind::kMemory}) {
    for (const Ulid& id : memory.ids(kind)) {
      const Node& node = *memory.find(id);
      PYRAMID_ASSIGN(const std::vector<Edge> edges, section_edges(memory, node));
      if (broken(edges)) files.push_back(node.path);
    }
  }
  return files;
}

Status mend_file(Run& run, const Tails& tails, const std::string& file) {
  PYRAMID_ASSIGN(const std::string bytes, run.memory.bytes(file));
  PYRAMID_ASSIGN(const Node node, format::read_node(bytes, file));
  std::string mended = bytes;
  const char* why = "what it links to was moved";
  for (const Edge& edge : node.edges) {
    if (!leads_nowhere(run.memory, edge)) continue;
    const auto place = tails.find(tail_in(edge.link.target));
    if (place != tails.end() && !place->second.empty()) {
      const std::string target = path::relative(path::directory(file), place->second);
      mended = format::with_link_target(mended, edge.link, target);
    } else if (node.kind == Kind::kSummary && !edge.path.empty() && !run.memory.bytes(edge.path)) {
      mended = format::without_list_link(mended, edge.link);
      why = "a source of it is gone";
    }
  }
  if (mended == bytes) return {};
  run.report.steps.push_back({"mend", file, why});
  ++run.report.links_mended;
  return run.memory.put(file, std::move(mended), digest_of(bytes));
}

}  // namespace

const Node* moved_to(const WorkingSet& memory, std::string_view target) {
  const Tails tails = tails_of(memory);
  const auto place = tails.find(tail_in(target));
  return place == tails.end() || place->second.empty() ? nullptr : memory.at(place->second);
}

Status mend_links(Run& run) {
  PYRAMID_ASSIGN(const std::vector<std::string> files, files_to_look_at(run.memory));
  if (files.empty()) return {};
  const Tails tails = tails_of(run.memory);
  for (const std::string& file : files) PYRAMID_TRY(mend_file(run, tails, file));
  return {};
}

}  // namespace pyramid::ops
