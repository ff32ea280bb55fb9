#include "ops/write/planned_steps.hpp"

#include "base/text.hpp"
#include "format/sections.hpp"
#include "ops/run/hindered.hpp"
#include "ops/run/lost_homes.hpp"
#include "ops/write/left_out.hpp"
#include "ops/write/model_index.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace pyramid::ops {

namespace {

// Of a file that has no name yet, what it is to be made of.
SyncStep step_of(const Run& run, const plan::SummaryTask& task) {
  const plan::Group& group = task.group;
  const std::string path = run.memory.path_of(group.id);
  const std::string reason = plan::describe(task.reason);
  if (!path.empty()) return {"rewrite", path, reason};
  const std::string_view one = group.tier == 0 ? "observation" : "summary";
  const std::string_view many = group.tier == 0 ? "observations" : "summaries";
  return {"create", workspace::summary_folder(group.model, group.tier) + "/",
          reason + ": " + count_of(group.sources.size(), one, many) + ", " +
              span_label(run.memory.zone().local(group.start), run.memory.zone().local(group.end))};
}

// What was to be mended in a file does not matter once it goes.
void leave_mending_of(SyncReport& report, const std::string& path) {
  std::erase_if(report.steps,
                [&](const SyncStep& step) { return step.path == path && step.what != "commit"; });
}

}  // namespace

void tell(SyncReport& report, const Diagnostics& more) {
  report.diagnostics.insert(report.diagnostics.end(), more.begin(), more.end());
}

SyncStep section_step(const Run& run, const plan::SectionTask& task) {
  return {"section", run.memory.home_of(task.model) + "#" + task.name, plan::describe(task)};
}

SyncStep describe_step(const Run& run, const plan::SectionTask& task) {
  return {"describe", run.memory.home_of(task.model), plan::describe(task)};
}

SyncStep index_step(std::string reason) {
  return {"section", std::string(workspace::kMemoryFile) + "#" + std::string(format::kOtherModels),
          std::move(reason)};
}

SyncStep home_step() { return {"create", std::string(workspace::kMemoryFile), "it is not there"}; }

Status describe_plan(Run& run, const plan::Plan& plan, const std::vector<Ulid>& sessions) {
  SyncReport& report = run.report;
  for (const Ulid& id : sessions) {
    report.steps.push_back(
        {"extract", run.memory.path_of(id), "turns that were not looked at yet"});
    ++report.sessions_extracted;
  }
  report.observations_assigned += run.memory.unassigned();
  std::set<std::string, std::less<>> removed;
  for (const plan::Removal& removal : plan.removals) {
    const std::string path = run.memory.path_of(removal.id);
    if (path.empty()) continue;
    leave_mending_of(report, path);
    report.steps.push_back({"remove", path, removal.reason});
    ++report.summaries_removed;
    removed.insert(path);
    tell(report, sources_left_out(run.memory, run.opened.scan, *run.memory.at(path)));
  }
  for (const Ulid& id : plan.releases) {
    const std::string path = run.memory.path_of(id);
    leave_mending_of(report, path);
    report.steps.push_back(release_step(path));
  }
  for (const plan::SummaryTask& task : plan.summaries) {
    report.steps.push_back(step_of(run, task));
    ++report.summaries_written;
    const format::Node* old = run.memory.find(task.group.id);
    if (old == nullptr || task.reason == plan::Reason::kMisstated) continue;
    format::Node summary = *old;
    std::erase_if(summary.sources,
                  [&](const format::Edge& edge) { return removed.contains(edge.path); });
    tell(report, sources_left_out(run.memory, run.opened.scan, summary));
  }
  for (const std::string& model : lost_homes(run, plan)) {
    report.steps.push_back(restore_step(run, model));
  }
  for (const plan::SectionTask& task : plan.sections) {
    report.steps.push_back(section_step(run, task));
    ++report.sections_written;
  }
  for (const plan::SectionTask& task : plan.descriptions) {
    report.steps.push_back(describe_step(run, task));
  }
  PYRAMID_ASSIGN(const std::vector<Diagnostics> held, held_elsewhere(run.memory, plan.summaries));
  for (const Diagnostics& some : held) tell(report, some);
  return {};
}

std::set<std::string> models_written(const plan::Plan& plan) {
  std::set<std::string> models;
  for (const plan::SectionTask& task : plan.sections) {
    if (task.reason != plan::Reason::kMislinked) models.insert(task.model);
  }
  return models;
}

void describe_index(const Run& run, const plan::Plan& plan, bool stale) {
  if (is_index_hindered(run.opened)) return;
  std::vector<SyncStep>& steps = run.report.steps;
  const std::string home(workspace::kMemoryFile);
  const Result<std::string> bytes = run.memory.bytes(home);
  const bool missing = !bytes && bytes.error().kind == ErrorKind::kNotFound;
  const bool is_told = std::any_of(steps.begin(), steps.end(), [&](const SyncStep& step) {
    return step.path.starts_with(home);
  });
  const bool restores = std::any_of(steps.begin(), steps.end(),
                                    [](const SyncStep& step) { return step.what == kRestored; });
  // A restored home may bring back what is missing in the index now.
  if (restores || (!stale && !plan.descriptions.empty())) {
    steps.push_back(index_step(plan::describe(plan::Reason::kSourcesRewritten)));
  } else if (stale) {
    steps.push_back(index_step(kModelsChanged));
  }
  if (missing && !is_told && !stale) steps.push_back(home_step());
}

}  // namespace pyramid::ops
