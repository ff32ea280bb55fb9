#include "ops/left_out.hpp"

#include "workspace/layout.hpp"

#include <utility>

namespace pyramid::ops {

Result<Diagnostics> left_out(WorkingSet& memory, index::Index& index) {
  Diagnostics found;
  for (const auto& [path, counting] : memory.copies()) found.push_back(same_id(path, counting));
  if (const format::Node* home = memory.at(workspace::kMemoryFile)) {
    PYRAMID_ASSIGN(const std::vector<std::string> same, index.paths_with(home->id));
    for (const std::string& path : same) {
      if (!memory.is_at(path)) {
        found.push_back(copy_of_home(path));
      }
    }
  }
  PYRAMID_ASSIGN(const plan::FactIndex* facts, memory.facts());
  for (const plan::FactIndex::Number number : facts->summaries()) {
    const plan::FactIndex::Summary& summary = facts->summary(number);
    if (summary.policy) continue;
    const format::Node* node = memory.find(summary.id);
    if (node != nullptr) found.push_back(unknown_policy(node->path, node->policy));
  }
  return found;
}

Diagnostic same_id(const std::string& path, std::string_view counting) {
  return {Severity::kError, path,
          "has the same id as " + std::string(counting) + ", which counts; this one is left out",
          "remove one of the two, or run pyramid check --fix to give this one an id of its own"};
}

Diagnostic copy_of_home(const std::string& path) {
  return {Severity::kWarning, path, "is a copy of MEMORY.md, and no more than a note of yours",
          "remove it, or take the line `id:` out of it"};
}

Diagnostic unknown_policy(const std::string& path, std::string_view policy) {
  return {Severity::kError, path,
          "names a policy that is not known: " + std::string(policy) +
              "; the summary is left alone, and its sources count as not summed up",
          "mend `policy:`, or remove the file"};
}

}  // namespace pyramid::ops
