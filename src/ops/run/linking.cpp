#include "ops/run/linking.hpp"

#include "ops/run/run.hpp"

#include <set>
#include <string>

namespace pyramid::ops {

using format::Node;

Status each_linking(const Run& run, format::Kind kind,
                    const std::function<bool(std::string_view target)>& wanted,
                    const std::function<void(const Node& node)>& take) {
  std::set<std::string> paths;
  PYRAMID_TRY(run.opened.index->each_link([&](std::string_view path, std::string_view target) {
    if (wanted(target)) paths.emplace(path);
  }));
  for (const std::string& path : paths) {
    const Node* node = run.memory.at(path);
    if (node != nullptr && node->kind == kind) take(*node);
  }
  return {};
}

Status each_observation_linking(const Run& run,
                                const std::function<bool(std::string_view target)>& wanted,
                                const std::function<void(const Node& fact)>& take) {
  return each_linking(run, format::Kind::kObservation, wanted, take);
}

}  // namespace pyramid::ops
