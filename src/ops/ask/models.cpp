#include "pyramid/models.hpp"

#include "ops/nodes/lookup.hpp"
#include "ops/nodes/model_lines.hpp"
#include "ops/run/opened.hpp"
#include "ops/run/run.hpp"
#include "workspace/layout.hpp"

#include <utility>

namespace pyramid {

namespace ops {

using format::Kind;
using format::Node;

namespace {

ModelLine line_of(const WorkingSet& memory, const std::string& name) {
  ModelLine line;
  line.name = name;
  line.title = title_of_model(memory, name);
  line.base = memory.rules().is_base(name);
  const std::string path = memory.home_of(name);
  if (line.base) {
    line.description = name == "user"     ? "the person it remembers"
                       : name == "system" ? "what it runs on and works with"
                                          : "the assistant itself";
    if (memory.at(path) != nullptr) line.path = path;
  }
  return line;
}

}  // namespace

Result<ModelLines> model_lines(const WorkingSet& memory) {
  ModelLines lines;
  for (const std::string& name : model_names(memory)) {
    lines.by_name[name] = line_of(memory, name);
  }
  for (const Ulid& id : memory.ids(Kind::kModel)) {
    const Node& node = *memory.find(id);
    ModelLine& line = lines.by_name[node.model];
    if (line.base || !line.path.empty()) continue;
    line.path = node.path;
    line.type = node.model_type;
    line.description = node.description;
    if (!node.title.empty()) line.title = node.title;
  }
  PYRAMID_TRY(memory.walk(Kind::kSummary, [&](const Node& node) -> Status {
    auto& by_tier = lines.by_name[node.model].summaries_by_tier;
    const auto tier = static_cast<std::size_t>(node.tier);
    if (by_tier.size() <= tier) by_tier.resize(tier + 1);
    ++by_tier[tier];
    for (const format::Edge& edge : node.sources) {
      if (const auto source = memory.id_at(edge.path)) lines.held.insert(*source);
    }
    return {};
  }));
  PYRAMID_TRY(memory.walk(Kind::kObservation, [&](const Node& node) -> Status {
    if (!node.status.empty() || node.model.empty()) return {};
    ModelLine& line = lines.by_name[node.model];
    ++line.observations;
    if (!lines.held.contains(node.id)) ++line.waiting;
    return {};
  }));
  return lines;
}

}  // namespace ops

namespace {

using ops::Opened;
using ops::Services;

Result<ModelsReport> run(Services& services, const WorkspaceOptions& options) {
  PYRAMID_ASSIGN(Opened opened, ops::open(services, options, ops::Access::kRead));
  ops::WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  ModelsReport report;
  report.diagnostics = opened.scan.diagnostics;
  PYRAMID_ASSIGN(ops::ModelLines lines, ops::model_lines(memory));
  for (const std::string& name : ops::model_names(memory)) {
    report.models.push_back(std::move(lines.by_name[name]));
  }
  return report;
}

}  // namespace

Result<ModelsReport> list_models(const Environment& environment, const WorkspaceOptions& options) {
  return ops::with_services(environment, options,
                            [&](Services& services) { return run(services, options); });
}

}  // namespace pyramid
