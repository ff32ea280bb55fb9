#include "ops/facts/move_facts.hpp"

#include "base/digest.hpp"
#include "base/path.hpp"
#include "format/markdown.hpp"
#include "ops/nodes/one_node.hpp"
#include "ops/run/diary.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace pyramid::ops {

namespace {

Status move_file(WorkingSet& memory, const std::string& from, const std::string& to) {
  const format::Node* node = memory.at(from);
  if (node == nullptr) return fail(ErrorKind::kNotFound, "is not an observation any more", from);
  PYRAMID_ASSIGN(const std::string bytes, memory.bytes(from));
  const Result<std::string> there = memory.bytes(to);
  if (there || there.error().kind != ErrorKind::kNotFound) {
    return fail(ErrorKind::kConflict, "a file lies there already", to,
                "move it away, and run the command again");
  }
  PYRAMID_TRY(memory.remove(Ulid(node->id)));
  return memory.put(to, with_links_of(bytes, from, to), std::nullopt);
}

}  // namespace

Status check_category(const std::string& category) {
  const auto& known = workspace::kFactCategories;
  if (category.empty() || std::find(known.begin(), known.end(), category) != known.end()) return {};
  return fail(ErrorKind::kUsage, "there is no such category: " + category, {},
              "projects, areas, resources or archives");
}

std::string_view category_for(const WorkingSet& memory, const std::string& model) {
  const format::Node* home = memory.at(memory.home_of(model));
  if (home == nullptr || home->kind != format::Kind::kModel) return "areas";
  if (home->model_type == "project") return "projects";
  return home->model_type == "topic" ? "resources" : "areas";
}

Result<std::string> move_facts(Run& run, const std::vector<FactDecision>& decisions,
                               const std::string& subject) {
  Diagnostics& diagnostics = run.report.diagnostics;
  PYRAMID_ASSIGN(const Diary diary, begin_diary(run.services, run.opened.workspace, diagnostics));
  for (const FactDecision& one : decisions) {
    if (one.to.empty()) continue;
    PYRAMID_TRY(move_file(run.memory, one.path, one.to));
  }
  PYRAMID_TRY(run.memory.flush());
  PYRAMID_TRY(mend_links(run));  // looks at what flush() has moved
  PYRAMID_TRY(run.memory.flush());
  if (!run.memory.changed_meanwhile().empty()) {
    return fail(ErrorKind::kConflict, "changed while it was being moved",
                run.memory.changed_meanwhile().front(), "run the command again");
  }
  if (!diary.repository || run.memory.changes().empty()) return std::string();
  return commit_changes(*diary.repository, run.memory, "memory: " + subject + "\n",
                        run.services.clock.now(), diagnostics);
}

}  // namespace pyramid::ops
