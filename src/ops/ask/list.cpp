#include "pyramid/list.hpp"

#include "ops/nodes/lookup.hpp"
#include "ops/run/opened.hpp"

#include <deque>
#include <utility>

namespace pyramid {

namespace {

using ops::Opened;
using ops::Services;

Result<ListReport> run(Services& services, const ListOptions& options) {
  PYRAMID_ASSIGN(Opened opened, ops::open(services, options.workspace, ops::Access::kRead));
  ops::WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  std::string model;
  if (!options.model.empty()) {
    PYRAMID_ASSIGN(model, ops::find_model(memory, options.model));
  }
  ListReport report;
  report.diagnostics = opened.scan.diagnostics;
  std::deque<format::Node> newest;
  PYRAMID_TRY(memory.walk(format::Kind::kObservation, [&](const format::Node& node) -> Status {
    const Time shown = memory.zone().as_shown(node.at, node.offset);
    if (options.since && shown < *options.since) return {};
    if (!model.empty() && node.model != model) return {};
    ++report.total;
    newest.push_front(node);
    if (newest.size() > options.limit) newest.pop_back();
    return {};
  }));
  for (const format::Node& node : newest) {
    report.observations.push_back(ops::observation_line(memory, node, report.diagnostics));
  }
  return report;
}

}  // namespace

Result<ListReport> list_observations(const Environment& environment, const ListOptions& options) {
  if (options.limit == 0) {
    return fail(ErrorKind::kUsage, "a limit of 0 lists nothing", {}, "give --limit 1 or more");
  }
  return ops::with_services(environment, options.workspace,
                            [&](Services& services) { return run(services, options); });
}

}  // namespace pyramid
