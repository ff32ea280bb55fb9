#include "ops/write/left_names.hpp"

#include "ops/nodes/summary_names.hpp"
#include "ops/run/forgotten.hpp"

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

// What cannot be read may say it.
bool is_left(const Run& run, const Node& summary) {
  if (!is_named_by_words(summary)) return false;
  const Result<Node> whole = run.memory.read(summary);
  if (!whole || !is_named_beside(*whole, whole->text)) return false;
  std::string said = whole->text;
  for (const format::Edge& edge : whole->sources) {
    const Node* source = run.memory.at(edge.path);
    if (source == nullptr) continue;
    const Result<Node> read = run.memory.read(*source);
    if (!read) return false;
    said += "\n" + read->text;
  }
  return is_named_beside(*whole, said);
}

}  // namespace

Status drop_left_names(Run& run, bool all) {
  if (!run.services.files.stat(run.opened.workspace.absolute(kForgottenFolder))) return {};
  PYRAMID_TRY(run.memory.flush());
  bool any = false;
  for (const Ulid& id : may_be_left(run, all)) {
    const Node* found = run.memory.find(id);
    if (found == nullptr) continue;
    const Node summary = *found;
    if (!is_left(run, summary)) continue;
    any = true;
    PYRAMID_TRY(give_plain_name(run.memory, summary));
    run.report.steps.push_back(
        {"mend", run.memory.path_of(id), "its name told what neither it nor its sources say"});
  }
  return any ? mend_links(run) : Status();
}

}  // namespace pyramid::ops
