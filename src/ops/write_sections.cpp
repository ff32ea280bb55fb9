#include "base/parallel.hpp"
#include "format/sections.hpp"
#include "ops/home.hpp"
#include "ops/run.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace pyramid::ops {

using format::Node;
using format::SectionDraft;

namespace {

// The last part of a record name: "user/this-week" -> "this-week".
std::string_view section_part(std::string_view record) {
  const std::size_t slash = record.find('/');
  return slash == std::string_view::npos ? record : record.substr(slash + 1);
}

Result<SectionDraft> synthesise(const Run& run, const plan::SectionTask& task,
                                const std::optional<std::string>& kept) {
  SectionDraft draft;
  draft.name = task.name;
  draft.inputs = task.inputs;
  draft.made_by = writers(run).section;
  engine::SynthesiseRequest request;
  request.model = role_of(run.memory.rules(), task.model);
  request.model_title = title_of_model(run.memory, task.model);
  request.section = section_part(task.name);
  request.budget = static_cast<std::size_t>(run.opened.workspace.settings.section_chars);
  request.now = run.services.clock.now();
  if (kept) request.kept = *kept;
  for (const plan::CoverItem& item : task.items) {
    PYRAMID_ASSIGN(engine::SourceText source, source_text(run.memory, item.id));
    draft.from.push_back({span_label(source.start, source.end), run.memory.find(item.id)->path});
    request.sources.push_back(std::move(source));
  }
  PYRAMID_ASSIGN(draft.text, run.services.text.synthesise(request));
  return draft;
}

// A description that a person wrote stays; only what it was held against is recorded.
Status describe_model(Run& run, Home& home, const plan::SectionTask& task) {
  home.changed = true;
  home.description_inputs = task.inputs;
  home.description_made_by = writers(run).description;
  if (home.description_output) return {};
  engine::DescribeRequest request;
  request.model_title = title_of_model(run.memory, home.model);
  request.model_type = home.type;
  for (const plan::CoverItem& item : task.items) {
    PYRAMID_ASSIGN(engine::SourceText source, source_text(run.memory, item.id));
    request.sources.push_back(std::move(source));
  }
  PYRAMID_ASSIGN(home.description, run.services.text.describe(request));
  return {};
}

Status apply_task(Run& run, Home& home, const plan::SectionTask& task,
                  std::optional<Result<SectionDraft>>& result) {
  if (task.items.empty()) {
    home.remove(task.name);
  } else if (!result) {
    return {};  // interrupted before its turn
  } else if (!*result) {
    run.report.diagnostics.push_back(to_diagnostic(result->error()));
    return {};
  } else {
    home.replace(**result);
  }
  run.report.steps.push_back({"section", home.path + "#" + task.name, plan::describe(task.reason)});
  ++run.report.sections_written;
  home.changed = true;
  if (std::find(run.report.models_rewritten.begin(), run.report.models_rewritten.end(),
                task.model) == run.report.models_rewritten.end()) {
    run.report.models_rewritten.push_back(task.model);
  }
  return {};
}

}  // namespace

Status write_sections(Run& run) {
  PYRAMID_ASSIGN(const plan::Plan plan, current_plan(run));
  // A summary that could not be written leaves its readers for the next sync.
  if (!plan.summaries.empty()) return {};
  std::map<std::string, Home> homes;
  for (const std::string& model : plan.models) {
    PYRAMID_ASSIGN(Home home, read_home(run.memory, model));
    homes.emplace(model, std::move(home));
  }
  for (const plan::SectionTask& task : plan.sections) {  // of models that have no item any more
    if (homes.contains(task.model)) continue;
    PYRAMID_ASSIGN(Home home, read_home(run.memory, task.model));
    homes.emplace(task.model, std::move(home));
  }
  if (!plan.sections.empty()) {
    run.services.progress.begin("writing models", plan.sections.size());
  }
  std::vector<std::optional<Result<SectionDraft>>> results(plan.sections.size());
  parallel_for(plan.sections.size(), run.workers, [&](std::size_t i) {
    const plan::SectionTask& task = plan.sections[i];
    if (task.items.empty() || run.services.progress.cancelled()) return;
    results[i].emplace(synthesise(run, task, homes.at(task.model).edited_text(task.name)));
    run.services.progress.advance(1);
  });
  for (std::size_t i = 0; i < results.size(); ++i) {
    const plan::SectionTask& task = plan.sections[i];
    PYRAMID_TRY(apply_task(run, homes.at(task.model), task, results[i]));
  }
  if (!plan.sections.empty()) run.services.progress.end();
  for (const plan::SectionTask& task : plan.descriptions) {
    if (run.services.progress.cancelled()) break;  // what is written so far is kept below
    PYRAMID_TRY(describe_model(run, homes.at(task.model), task));
  }
  PYRAMID_TRY(write_changed(run.memory, homes));
  PYRAMID_TRY(write_homes(run));
  return cancelled_if_asked(run);
}

Status write_homes(Run& run) {
  PYRAMID_TRY(write_memory_home(run.memory));
  return run.memory.flush();
}

}  // namespace pyramid::ops
