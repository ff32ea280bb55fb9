#include "pyramid/retrieve.hpp"

#include "base/text.hpp"
#include "format/markdown.hpp"
#include "ops/run/run.hpp"
#include "plan/retrieve.hpp"

#include <set>
#include <utility>

namespace pyramid {

namespace {

using ops::Opened;
using ops::Run;
using ops::Services;

// The models asked for.
Result<std::vector<std::string>> wanted_models(const Run& run, const plan::Plan& plan,
                                               const std::string& asked) {
  const std::vector<std::string>& base = run.memory.rules().base_models;
  if (asked.empty()) return base;
  std::set<std::string> known(base.begin(), base.end());
  known.insert(plan.models.begin(), plan.models.end());
  for (const Ulid& id : run.memory.ids(format::Kind::kModel)) {
    known.insert(run.memory.find(id)->model);
  }
  if (known.contains(asked)) return std::vector<std::string>{asked};
  const std::vector<std::string> names(known.begin(), known.end());
  const auto near = closest(asked, names);
  return fail(ErrorKind::kNotFound, "no such model: " + asked, {},
              near ? "did you mean " + *near + "?" : "there are: " + join(names, ", "));
}

Status add_model(const Run& run, const plan::Plan& plan, const std::string& model,
                 std::size_t per_tier, RetrieveReport& report) {
  std::set<Ulid> dirty;
  for (const plan::SummaryTask& task : plan.summaries) dirty.insert(task.group.id);
  std::string text;
  for (const plan::Group* group : plan::last_of_each_tier(plan.grouping, model, per_tier)) {
    PYRAMID_ASSIGN(engine::SourceText source, ops::source_text(run.memory, group->id));
    RetrievedSummary one;
    one.path = run.memory.find(group->id)->path;
    one.model = model;
    one.tier = group->tier;
    one.start = source.start.at;
    one.end = source.end.at;
    one.text = std::move(source.text);
    one.out_of_date = dirty.contains(group->id);
    text += "\n### " + format::link(ops::span_label(source.start, source.end), one.path) + "\n" +
            one.text + "\n";
    report.summaries.push_back(std::move(one));
  }
  if (text.empty()) return {};
  if (!report.text.empty()) report.text += "\n";
  // As MEMORY.md heads it: the assistant's own model may be called "self".
  const std::string title = model == "self" ? "Self" : ops::title_of_model(run.memory, model);
  report.text += "## " + title + "\n" + text;
  return {};
}

Result<RetrieveReport> run_retrieve(Services& services, const RetrieveOptions& options) {
  PYRAMID_ASSIGN(Opened opened, ops::open(services, options.workspace, ops::Access::kRead));
  RetrieveReport report;
  report.diagnostics = opened.scan.diagnostics;
  ops::WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  SyncReport unused;
  const Run run{services, opened, memory, unused, 1};
  PYRAMID_ASSIGN(const plan::Plan plan, ops::current_plan(run));
  PYRAMID_ASSIGN(const std::vector<std::string> models, wanted_models(run, plan, options.model));
  for (const std::string& model : models) {
    PYRAMID_TRY(add_model(run, plan, model, options.per_tier, report));
  }
  return report;
}

}  // namespace

Result<RetrieveReport> retrieve(const Environment& environment, const RetrieveOptions& options) {
  return ops::with_services(environment, options.workspace,
                            [&](Services& services) { return run_retrieve(services, options); });
}

}  // namespace pyramid
