#include "pyramid/observe.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "format/conversation.hpp"
#include "ops/diary.hpp"
#include "ops/lookup.hpp"
#include "ops/run.hpp"
#include "workspace/layout.hpp"

#include <utility>

namespace pyramid {

namespace {

using ops::Opened;
using ops::Run;
using ops::Services;

constexpr const char* kSaidTo = "observe";

// The sentence as it is kept.
Result<std::string> checked_text(const ObserveOptions& options) {
  const std::string_view text = trim(options.text);
  const std::string hint = "say one fact in one sentence, such as \"User moved to Austin.\"";
  if (text.empty()) return fail(ErrorKind::kUsage, "there is nothing to observe", {}, hint);
  if (utf8::first_invalid(text) || text.find('\0') != std::string_view::npos) {
    return fail(ErrorKind::kUsage, "the text is not valid UTF-8", {}, hint);
  }
  if (text.find_first_of("\r\n") != std::string_view::npos) {
    return fail(ErrorKind::kUsage,
                "the text has " + std::to_string(split_lines(text).size()) + " lines", {},
                "one observation is one sentence: observe each line by itself");
  }
  return collapse_spaces(text);
}

Status check_importance(const std::optional<int>& importance) {
  if (!importance || (*importance >= 1 && *importance <= 10)) return {};
  return fail(ErrorKind::kUsage, "importance " + std::to_string(*importance) + " is out of range",
              {}, "give 1 (passing) to 10 (defining)");
}

Status put(Run& run, const format::ObservationDraft& draft, const std::string& path) {
  PYRAMID_TRY(run.memory.put(path, format::write_observation(draft, path), std::nullopt));
  PYRAMID_TRY(run.memory.flush());
  if (run.memory.overtaken().empty()) return {};
  return fail(ErrorKind::kConflict, "another file is in the way", path,
              "move it, and say it again");
}

// Commits what was written, also after an assignment that failed: the next sync assigns.
Status finish(Run& run, history::Repository* diary, const std::string& text,
              ObserveReport& report) {
  const Status assigned = report.model.empty() ? ops::assign_models(run) : Status();
  if (const format::Node* node = run.memory.at(report.path)) report.model = node->model;
  report.models_created = run.report.models_created;
  report.diagnostics = run.report.diagnostics;
  if (!assigned) report.diagnostics.push_back(to_diagnostic(assigned.error()));
  if (diary == nullptr) return {};
  PYRAMID_ASSIGN(report.commit, ops::commit_changes(*diary, run.memory, ops::observe_message(text),
                                                    run.services.clock.now(), report.diagnostics));
  return {};
}

Result<ObserveReport> run(Services& services, const ObserveOptions& options,
                          const std::string& text) {
  const Time now = services.clock.now();
  PYRAMID_ASSIGN(Opened opened, ops::open(services, options.workspace, ops::Access::kWrite));
  ops::WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  format::ObservationDraft draft;
  draft.at = options.at.value_or(now);
  draft.id = format::observation_id(draft.at, text);
  draft.importance = options.importance.value_or(0);
  draft.source = kSaidTo;
  draft.text = text;
  if (!options.model.empty()) {
    PYRAMID_ASSIGN(draft.model, ops::find_model(memory, options.model));
  }
  ObserveReport report;
  report.id = to_string(draft.id);
  if (const format::Node* known = memory.find(draft.id)) {
    report.added = false;
    report.path = known->path;
    report.model = known->model;
    return report;
  }
  PYRAMID_ASSIGN(const auto diary, ops::open_diary(opened.workspace));
  if (diary) {
    PYRAMID_ASSIGN(const std::string by_hand,
                   ops::commit_hand_edits(*diary, services.files, opened.workspace, now));
    static_cast<void>(by_hand);
  }
  SyncReport done;
  Run run{services, opened, memory, done, ops::worker_count(0, opened.workspace.settings)};
  report.path = workspace::observation_path(draft.at, draft.text, draft.id);
  report.model = draft.model;
  PYRAMID_TRY(put(run, draft, report.path));
  PYRAMID_TRY(finish(run, diary.get(), text, report));
  return report;
}

}  // namespace

Result<ObserveReport> observe(const Environment& environment, const ObserveOptions& options) {
  PYRAMID_ASSIGN(const std::string text, checked_text(options));
  PYRAMID_TRY(check_importance(options.importance));
  return ops::with_services(environment, options.workspace,
                            [&](Services& services) { return run(services, options, text); });
}

}  // namespace pyramid
