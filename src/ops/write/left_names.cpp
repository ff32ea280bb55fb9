#include "ops/write/left_names.hpp"

#include "base/path.hpp"
#include "ops/nodes/summary_names.hpp"
#include "ops/run/tombstones.hpp"
#include "workspace/layout.hpp"

#include <set>
#include <string>
#include <vector>

namespace pyramid::ops {

namespace {

using format::Node;

std::vector<Ulid> may_be_left(const Run& run, bool all) {
  if (all) return run.memory.ids(format::Kind::kSummary);
  std::set<Ulid> found;
  const auto add = [&](const std::string& path) {
    const Node* node = run.memory.at(path);
    if (node != nullptr && node->kind == format::Kind::kSummary) found.insert(node->id);
  };
  for (const auto* paths : {&run.opened.scan.added, &run.opened.scan.changed}) {
    for (const std::string& path : *paths) add(path);
  }
  for (const auto& [path, content] : run.memory.changes()) add(std::string(path));
  return {found.begin(), found.end()};
}

// Whether its name tells what neither it nor its sources say; an error where one cannot be read,
// which may say it.
Result<bool> is_left(const Run& run, const Node& summary) {
  if (!is_named_by_words(summary)) return false;
  PYRAMID_ASSIGN(const Node whole, run.memory.read(summary));
  if (!is_named_beside(whole, whole.text)) return false;
  std::string said = whole.text;
  for (const format::Edge& edge : whole.sources) {
    const Node* source = run.memory.at(edge.path);
    if (source == nullptr) continue;
    PYRAMID_ASSIGN(const Node read, run.memory.read(*source));
    said += "\n" + read.text;
  }
  return is_named_beside(whole, said);
}

}  // namespace

Status drop_left_names(Run& run) {
  FileSystem& files = run.services.files;
  const std::string known_place =
      run.opened.workspace.absolute(path::join(workspace::kCacheFolder, kNamesFile));
  const Result<std::string> known = files.read(known_place);
  PYRAMID_ASSIGN(const std::string now, tombstones(files, run.opened.workspace));
  if (now.empty()) return {};
  PYRAMID_TRY(run.memory.flush());
  bool any = false, all_read = true;
  for (const Ulid& id : may_be_left(run, !known || *known != now)) {
    const Node* found = run.memory.find(id);
    if (found == nullptr) continue;
    const Node summary = *found;
    const Result<bool> left = is_left(run, summary);
    all_read = all_read && left;
    if (!left || !*left) continue;
    any = true;
    PYRAMID_TRY(give_plain_name(run.memory, summary));
    run.report.steps.push_back(
        {"mend", run.memory.path_of(id), "its name told what neither it nor its sources say"});
  }
  if (any) PYRAMID_TRY(mend_links(run));
  PYRAMID_TRY(run.memory.flush());
  if (!all_read) return known ? files.remove(known_place) : Status();
  return known && *known == now ? Status() : files.write(known_place, now);
}

}  // namespace pyramid::ops
