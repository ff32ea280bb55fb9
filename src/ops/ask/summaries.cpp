#include "pyramid/summaries.hpp"

#include "ops/nodes/lookup.hpp"
#include "ops/run/run.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace pyramid {

namespace {

using ops::Opened;
using ops::Services;

Result<SummariesReport> run(Services& services, const SummariesOptions& options) {
  PYRAMID_ASSIGN(Opened opened, ops::open(services, options.workspace, ops::Access::kRead));
  ops::WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  std::vector<std::string> models = ops::model_names(memory);
  if (!options.model.empty()) {
    PYRAMID_ASSIGN(const std::string model, ops::find_model(memory, options.model));
    models = {model};
  }
  SyncReport unused;
  const ops::Run run{services, opened, memory, unused, 1};
  PYRAMID_ASSIGN(const plan::Plan plan, ops::current_plan(run));
  const auto stale = ops::out_of_date(plan);
  SummariesReport report;
  report.diagnostics = opened.scan.diagnostics;
  std::map<std::string, std::vector<SummaryLine>> by_model;
  PYRAMID_TRY(memory.walk(format::Kind::kSummary, [&](const format::Node& node) -> Status {
    if (options.tier && node.tier != *options.tier) return {};
    if (!options.model.empty() && node.model != models.front()) return {};
    SummaryLine line = ops::summary_line(memory, node, report.diagnostics);
    line.out_of_date = stale.contains(node.id);
    by_model[node.model].push_back(std::move(line));
    return {};
  }));
  for (const std::string& model : models) {
    std::vector<SummaryLine>& lines = by_model[model];
    std::sort(lines.begin(), lines.end(), ops::above);
    std::move(lines.begin(), lines.end(), std::back_inserter(report.summaries));
  }
  return report;
}

}  // namespace

Result<SummariesReport> list_summaries(const Environment& environment,
                                       const SummariesOptions& options) {
  return ops::with_services(environment, options.workspace,
                            [&](Services& services) { return run(services, options); });
}

}  // namespace pyramid
