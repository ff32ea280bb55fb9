#include "pyramid/why.hpp"

#include "base/text.hpp"
#include "ops/nodes/replaced.hpp"
#include "ops/run/run.hpp"
#include "ops/topics/write_topics.hpp"
#include "ops/why/why_graph.hpp"
#include "ops/why/why_target.hpp"
#include "ops/why/why_tree.hpp"
#include "ops/write/left_homes.hpp"
#include "workspace/layout.hpp"

#include <utility>

namespace pyramid {

namespace {

using format::Kind;
using ops::HomeText;
using ops::Opened;
using ops::Services;
using ops::WorkingSet;

Result<std::map<std::string, HomeText>> read_homes(const WorkingSet& memory) {
  std::map<std::string, HomeText> homes;
  for (const Kind kind : {Kind::kMemory, Kind::kModel}) {
    for (const Ulid& id : memory.ids(kind)) {
      HomeText home;
      home.path = memory.find(id)->path;
      PYRAMID_ASSIGN(home.document, memory.document(home.path));
      PYRAMID_ASSIGN(home.node, format::read_node(home.document, home.path));
      home.sections = format::find_sections(home.document, home.path);
      std::string path = home.path;
      homes.emplace(std::move(path), std::move(home));
    }
  }
  return homes;
}

// "took the place of facts/…, and that of facts/…", in front of what else is told of it.
Status tell_replaced(const WorkingSet& memory, WhyNode& node) {
  const std::optional<Ulid> id = parse_ulid(node.id);
  if (node.kind != format::name_of(Kind::kObservation) || !id) return {};
  PYRAMID_ASSIGN(const std::vector<Ulid> older, ops::replaced_by(memory, *id));
  std::vector<std::string> places;
  for (const Ulid& one : older) places.push_back(memory.path_of(one));
  if (places.empty()) return {};
  const std::string told = "took the place of " + join(places, ", then of ");
  node.reason = node.reason.empty() ? told : node.reason + "; " + told;
  return {};
}

// What a sync would do in the topic tree, by the file.
Status tell_topics(Services& services, Opened& opened, std::map<std::string, std::string>& told) {
  WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  SyncReport steps;
  ops::Run dry{services, opened, memory, steps, 1};
  PYRAMID_TRY(ops::plan_topics(dry));
  for (const SyncStep& step : steps.steps) {
    const bool moves = step.what == "move";
    told.emplace(step.path, moves ? "it moves " + step.reason : step.reason);
  }
  return {};
}

Result<WhyReport> run(Services& services, const WhyOptions& options) {
  PYRAMID_ASSIGN(Opened opened, ops::open(services, options.workspace, ops::Access::kRead));
  WhyReport report;
  report.diagnostics = opened.scan.diagnostics;
  WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  PYRAMID_ASSIGN(const ops::Target target, ops::find_target(services.files, opened.workspace,
                                                            *opened.index, memory, options));
  // As a dry run: the working set is never flushed.
  SyncReport unused;
  ops::Run dry{services, opened, memory, unused, 1};
  PYRAMID_TRY(ops::mend_links(dry));
  PYRAMID_ASSIGN(plan::Plan plan, ops::current_plan(dry));
  PYRAMID_ASSIGN(const plan::FactIndex* facts, memory.facts());
  PYRAMID_ASSIGN(auto homes, read_homes(memory));
  PYRAMID_ASSIGN(const bool index_dirty, ops::is_index_to_write(dry));
  unused.steps.clear();
  PYRAMID_TRY(ops::end_left_homes(dry));
  std::map<std::string, std::string> ending;
  for (const SyncStep& step : unused.steps) ending.emplace(step.path, step.reason);
  if (target.path.starts_with(workspace::kTopicsFolder)) {
    PYRAMID_TRY(tell_topics(services, opened, ending));
  }
  const ops::WhyGraph graph(memory, *facts, std::move(plan), ops::writers(dry), std::move(homes),
                            index_dirty, std::move(ending));
  ops::WhyTree tree(services.files, opened.workspace, memory, graph, options);
  PYRAMID_ASSIGN(report.node, tree.of(target));
  PYRAMID_TRY(tell_replaced(memory, report.node));
  return report;
}

}  // namespace

Result<WhyReport> why(const Environment& environment, const WhyOptions& options) {
  return ops::with_services(environment, options.workspace,
                            [&](Services& services) { return run(services, options); });
}

}  // namespace pyramid
