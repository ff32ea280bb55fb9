#include "ops/why/why_target.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "ops/nodes/citation.hpp"
#include "ops/nodes/inside.hpp"
#include "ops/run/run.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace pyramid::ops {

namespace {

using format::Kind;
using format::Node;

constexpr std::array<Kind, 6> kKindsWithId = {Kind::kObservation, Kind::kSummary, Kind::kSession,
                                              Kind::kModel,       Kind::kMemory,  Kind::kTask};
constexpr std::size_t kCandidatesNamed = 8;
constexpr std::size_t kTargetIdLength = 26;

// The line that was meant by what stood behind the path of a file.
Result<Target> target_in(FileSystem& files, const workspace::Workspace& workspace,
                         const std::string& path, const Cited& cited) {
  if (cited.lines && cited.lines->last < cited.lines->first) {
    return fail(ErrorKind::kUsage,
                "the lines end before they begin: " + std::to_string(cited.lines->first) + "-" +
                    std::to_string(cited.lines->last),
                path, "name the first line first");
  }
  if (cited.lines && cited.lines->first == 0) {
    return fail(ErrorKind::kNotFound, "no such line: 0", path, "the first line has the number 1");
  }
  if (cited.lines) return Target{path, cited.lines->first, cited.lines->last};
  if (cited.block.empty()) return Target{path, 0, 0};
  PYRAMID_ASSIGN(const std::string bytes, files.read(workspace.absolute(path)));
  const std::optional<Lines> lines = lines_of_block(bytes, path, cited.block);
  if (lines) return Target{path, lines->first, lines->last};
  return fail(ErrorKind::kNotFound, "there is no such block: ^" + cited.block, path,
              "a turn of a session ends on its own: ^t1");
}

// Workspace-relative; nullopt when the absolute path lies outside of `root`.
std::optional<std::string> below(const std::string& root, const std::string& absolute) {
  const std::string path = path::normalize(absolute);
  const std::string folder = root == "/" ? root : root + "/";
  if (path == root || !path.starts_with(folder)) return std::nullopt;
  return path.substr(folder.size());
}

// The paths inside the workspace that `named` may mean, likeliest first.
std::vector<std::string> readings(const std::string& root, const WhyOptions& options,
                                  const std::string& named) {
  std::vector<std::string> paths;
  if (path::is_absolute(named) || !options.folder.empty()) {
    const std::string whole_root = path::normalize(path::join(options.folder, root));
    if (auto one = below(whole_root, path::join(options.folder, named))) paths.push_back(*one);
  }
  if (auto one = path::resolve_inside("", named); one && *one != ".") {
    paths.push_back(*std::move(one));
  }
  return paths;
}

Status is_memory(FileSystem& files, const workspace::Workspace& workspace, index::Index& index,
                 const std::string& path) {
  PYRAMID_ASSIGN(const FileStat stat, files.stat(workspace.absolute(path)));
  if (stat.kind == FileKind::kDirectory) {
    return fail(ErrorKind::kUsage, "is a folder", path, "name a file in it");
  }
  // A file behind a linked folder is readable and yet none of ours: the index knows which are.
  PYRAMID_ASSIGN(const std::optional<Digest> known, index.file_digest(path));
  if (known) return {};
  return fail(ErrorKind::kUsage, "is not a file of the memory", path,
              "name a markdown file that the memory reads");
}

// Nodes whose id begins with `text`, or whose file name carries it.
std::vector<const Node*> nodes_of_id(const WorkingSet& memory, const std::string& text) {
  std::vector<const Node*> found;
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
  if (text.empty() || text.size() > kTargetIdLength || !plain) return found;
  for (const Kind kind : kKindsWithId) {
    const auto first = found.end() - found.begin();
    memory.each(kind, [&](const Ulid& id, std::string_view) {
      if (starts_with_ignoring_case(to_string(id), text) ||
          equals_ignoring_case(short_id(id), text)) {
        found.push_back(memory.find(id));
      }
    });
    std::sort(found.begin() + first, found.end(), [](const Node* a, const Node* b) {
      return std::tie(a->at, a->id) < std::tie(b->at, b->id);
    });
  }
  return found;
}

Failure ambiguous(const std::string& text, const std::vector<const Node*>& nodes) {
  std::string hint = "name one: ";
  for (std::size_t i = 0; i < std::min(kCandidatesNamed, nodes.size()); ++i) {
    hint += (i > 0 ? ", " : "") + to_string(nodes[i]->id) + " (" + nodes[i]->path + ")";
  }
  if (nodes.size() > kCandidatesNamed) {
    hint += " and " + std::to_string(nodes.size() - kCandidatesNamed) + " more";
  }
  return fail(ErrorKind::kUsage, count_of(nodes.size(), "id") + " match " + text, {}, hint);
}

// The path that was probably meant: a file whose name ends in the same id, or is nearly the same.
Result<std::optional<std::string>> near_miss(index::Index& index, const WorkingSet& memory,
                                             const std::string& named) {
  if (const Node* moved = moved_to(memory, named)) return std::optional(moved->path);
  PYRAMID_ASSIGN(const std::vector<Node> others,
                 index.nodes({Kind::kDaily, Kind::kIdentity, Kind::kNote}));
  std::map<std::string, std::string> paths;  // by what a person may have typed
  const auto add = [&](const Ulid& id, std::string_view path) {
    const std::string_view name = path::name(path);
    paths.emplace(utf8::caseless(name), path);
    paths.emplace(utf8::caseless(path::stem(name)), path);
    if (!id.is_zero()) paths.emplace(short_id(id), path);
  };
  for (const Kind kind : kKindsWithId) memory.each(kind, add);
  for (const Node& node : others) add(node.id, node.path);
  std::vector<std::string> names;
  for (const auto& one : paths) names.push_back(one.first);
  const std::string word = utf8::caseless(path::name(named));
  if (const auto same = paths.find(word); same != paths.end()) return std::optional(same->second);
  const auto near = closest(word, names);
  return near ? std::optional(paths.at(*near)) : std::nullopt;
}

Result<Target> not_found(index::Index& index, const WorkingSet& memory, const std::string& named) {
  PYRAMID_ASSIGN(const std::optional<std::string> near, near_miss(index, memory, named));
  return fail(ErrorKind::kNotFound, "no such file or id: " + named, {},
              near ? "did you mean " + *near + "?"
                   : "name a file of the workspace, FILE:LINE, or an id as frontmatters have it");
}

}  // namespace

Result<Target> find_target(FileSystem& files, const workspace::Workspace& workspace,
                           index::Index& index, const WorkingSet& memory,
                           const WhyOptions& options) {
  if (trim(options.what).empty()) {
    return fail(ErrorKind::kUsage, "nothing is named", {}, "name a file, FILE:LINE, or an id");
  }
  const Cited cited = cited_in(options.what);
  bool inside = false;
  for (const Cited& reading : readings_of(options.what)) {
    for (const std::string& path : readings(workspace.root, options, reading.path)) {
      inside = true;
      const Status usable = is_memory(files, workspace, index, path);
      if (usable) return target_in(files, workspace, path, reading);
      if (usable.error().kind != ErrorKind::kNotFound) return fail(Error(usable.error()));
      const auto spelled = as_spelled(files, workspace, path);
      if (spelled && is_memory(files, workspace, index, *spelled)) {
        return target_in(files, workspace, *spelled, reading);
      }
    }
  }
  const std::vector<const Node*> nodes = nodes_of_id(memory, cited.path);
  if (nodes.size() == 1) return target_in(files, workspace, nodes.front()->path, cited);
  if (nodes.size() > 1) return ambiguous(cited.path, nodes);
  if (!inside) {
    return fail(ErrorKind::kUsage, "lies outside the workspace", cited.path,
                "name a file inside " + workspace.root);
  }
  return not_found(index, memory, cited.path);
}

}  // namespace pyramid::ops
