#include "ops/run/linking.hpp"

#include "ops/nodes/name_tails.hpp"
#include "ops/run/run.hpp"

#include <optional>
#include <set>
#include <string>
#include <utility>

namespace pyramid::ops {

using format::Node;

std::function<bool(std::string_view)> leads_to_any(const WorkingSet& memory,
                                                   const std::set<Ulid>& nodes) {
  std::set<std::string, std::less<>> tails;
  for (const Ulid& id : nodes) tails.insert(short_id(id));
  // Asked of very many links: of an id, not of a node.
  return [&memory, &nodes, tails = std::move(tails)](std::string_view target) {
    const std::optional<Ulid> there = memory.id_at(target);
    return there ? nodes.contains(*there) : tails.contains(tail_in(target));
  };
}

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
