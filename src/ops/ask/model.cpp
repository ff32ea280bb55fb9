#include "format/sections.hpp"
#include "ops/nodes/lookup.hpp"
#include "ops/nodes/model_lines.hpp"
#include "ops/run/opened.hpp"
#include "ops/run/run.hpp"
#include "ops/write/home.hpp"
#include "pyramid/models.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace pyramid {

namespace {

using format::Kind;
using format::Node;
using ops::Opened;
using ops::Services;

Result<std::vector<ModelSection>> sections_of(const ops::WorkingSet& memory,
                                              const std::string& model, const plan::Plan& plan) {
  std::set<std::string> stale;
  for (const plan::SectionTask& task : plan.sections) {
    if (task.model == model) stale.insert(task.name);
  }
  PYRAMID_ASSIGN(const ops::Home home, ops::read_home(memory, model));
  std::vector<ModelSection> sections;
  for (const format::SectionDraft& draft : home.sections) {
    ModelSection section;
    section.name = draft.name.substr(draft.name.rfind('/') + 1);  // all of it without a slash
    section.heading = format::time_section_heading(section.name);
    section.text = draft.text;
    section.first_sentence = ops::first_sentence(draft.text);
    section.edited = draft.output && format::text_digest(draft.text) != *draft.output;
    section.out_of_date = stale.contains(draft.name);
    sections.push_back(std::move(section));
  }
  return sections;
}

Status add_summaries(const ops::WorkingSet& memory, const plan::Plan& plan, ModelReport& report) {
  const auto stale = ops::out_of_date(plan);
  PYRAMID_TRY(memory.walk(Kind::kSummary, [&](const Node& node) -> Status {
    if (node.model != report.model.name) return {};
    report.summaries.push_back(ops::summary_line(memory, node, report.diagnostics));
    report.summaries.back().out_of_date = stale.contains(node.id);
    return {};
  }));
  std::sort(report.summaries.begin(), report.summaries.end(), ops::above);
  return {};
}

Status add_waiting(const ops::WorkingSet& memory, const ops::ModelLines& lines,
                   ModelReport& report) {
  PYRAMID_TRY(memory.walk(Kind::kObservation, [&](const Node& node) -> Status {
    const bool held = !node.status.empty() || lines.held.contains(node.id);
    if (held || node.model != report.model.name) return {};
    report.waiting.push_back(ops::observation_line(memory, node, report.diagnostics));
    return {};
  }));
  std::reverse(report.waiting.begin(), report.waiting.end());
  return {};
}

Result<ModelReport> run(Services& services, const ModelOptions& options) {
  PYRAMID_ASSIGN(Opened opened, ops::open(services, options.workspace, ops::Access::kRead));
  ops::WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  PYRAMID_ASSIGN(const std::string name, ops::find_model(memory, options.name));
  SyncReport unused;
  const ops::Run run{services, opened, memory, unused, 1};
  PYRAMID_ASSIGN(const plan::Plan plan, ops::current_plan(run));
  ModelReport report;
  report.diagnostics = opened.scan.diagnostics;
  PYRAMID_ASSIGN(ops::ModelLines lines, ops::model_lines(memory));
  report.model = std::move(lines.by_name[name]);
  PYRAMID_TRY(add_summaries(memory, plan, report));
  PYRAMID_TRY(add_waiting(memory, lines, report));
  PYRAMID_ASSIGN(report.sections, sections_of(memory, name, plan));
  return report;
}

}  // namespace

Result<ModelReport> show_model(const Environment& environment, const ModelOptions& options) {
  return ops::with_services(environment, options.workspace,
                            [&](Services& services) { return run(services, options); });
}

}  // namespace pyramid
