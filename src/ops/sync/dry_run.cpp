#include "ops/sync/dry_run.hpp"

#include "engine/waiting.hpp"
#include "ops/calls/batches.hpp"
#include "ops/calls/unread.hpp"
#include "ops/intake/background_extraction.hpp"
#include "ops/machines/repair.hpp"
#include "ops/nodes/lookup.hpp"
#include "ops/run/diary.hpp"
#include "ops/run/hindered.hpp"
#include "ops/topics/write_topics.hpp"
#include "ops/write/embed_rest.hpp"
#include "ops/write/engine_use.hpp"
#include "ops/write/export_models.hpp"
#include "ops/write/left_homes.hpp"
#include "ops/write/left_out.hpp"
#include "ops/write/other_names.hpp"
#include "ops/write/planned_steps.hpp"
#include "ops/write/settled.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pyramid::ops {

ImportOptions import_options(const SyncOptions& options) {
  ImportOptions import;
  import.source = options.source;
  import.format = options.source_format;
  import.conversation = options.conversation;
  import.limit = options.limit;
  import.user = options.user;
  return import;
}

Status ask_refresh(Run& run, const SyncOptions& options) {
  if (!options.refresh_outdated) return {};
  plan::Refresh refresh{writers(run), {}};
  if (!options.refresh_outdated->empty()) {
    PYRAMID_ASSIGN(refresh.model, find_model(run.memory, *options.refresh_outdated));
  }
  run.refresh = std::move(refresh);
  return {};
}

namespace {

// The sessions that wait for extraction, as the next sync finds them.
struct SessionsAhead {
  std::vector<Ulid> read;   // it goes on with these
  std::vector<Ulid> asked;  // of those, the engine is asked about
  Diagnostics left;         // why others are left: the model had no answer to them before
};

SessionsAhead sessions_ahead(Run& run) {
  SessionsAhead ahead;
  Batches* batches = run.services.batches;
  if (batches == nullptr) {
    ahead.read = run.memory.sessions_to_extract();
    ahead.asked = ahead.read;
    return ahead;
  }
  batches->rehearse();
  const BackgroundExtraction extraction(run);
  for (const format::Node& session : extraction.waiting()) {
    const std::optional<Error> failed = extraction.rehearse(session);
    const bool asked = batches->take_rehearsed() > 0;
    if (asked) ahead.asked.push_back(session.id);
    if (asked || !failed) {
      ahead.read.push_back(session.id);
    } else if (!engine::is_waiting(*failed)) {
      ahead.left.push_back(to_diagnostic(*failed));
      ahead.left.back().severity = Severity::kWarning;
    }
  }
  return ahead;
}

// Files with two states are one then. What comes of a file that is none of the memory's, as of
// pyramid.yaml, is left to the sync.
Status take_repaired(WorkingSet& memory, const Rehearsal& repair) {
  for (const auto& [path, bytes] : repair.files) {
    if (!bytes && memory.bytes(path)) PYRAMID_TRY(memory.remove_at(path));
  }
  for (const auto& [path, bytes] : repair.files) {
    if (!bytes || !workspace::is_memory_file(path) || !format::read_node(*bytes, path)) continue;
    PYRAMID_TRY(memory.put(path, *bytes, std::nullopt));
  }
  return {};
}

// What a sync does before all else: makes one of files with two states, and commits what else was
// edited by hand.
void describe_edits(const std::vector<std::string>& edited, const Rehearsal& repair,
                    SyncReport& report) {
  report.steps.insert(report.steps.end(), repair.merged.begin(), repair.merged.end());
  for (const std::string& path : edited) {
    if (!repair.files.contains(path)) report.steps.push_back({"commit", path, "edited by hand"});
  }
}

}  // namespace

Result<SyncReport> dry_run(Services& services, const SyncOptions& options) {
  PYRAMID_ASSIGN(Opened opened, open(services, options.workspace, Access::kRead));
  PYRAMID_TRY(all_read(services));
  PYRAMID_TRY(knows_shape(opened.workspace.settings));
  SyncReport report;
  report.diagnostics = opened.scan.diagnostics;
  WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  Run run{services, opened, memory, report, 1};
  PYRAMID_TRY(ask_refresh(run, options));
  if (!options.source.empty()) {
    PYRAMID_ASSIGN(report.imported, plan_import(run, import_options(options)));
  }
  PYRAMID_ASSIGN(const bool settled, was_settled(services, opened));
  PYRAMID_ASSIGN(const std::vector<std::string> edited,
                 hand_edits(services, opened.workspace, report.diagnostics,
                            touched(services.files, opened, settled)));
  PYRAMID_ASSIGN(const Rehearsal repair,
                 rehearse_repair(services, opened, settled, memory, edited));
  PYRAMID_TRY(take_repaired(memory, repair));
  describe_edits(edited, repair, report);
  tell(report, repair.left);
  PYRAMID_TRY(follow_other_names(run));
  PYRAMID_TRY(mend_links_and_names(run));
  PYRAMID_ASSIGN(plan::Plan plan, current_plan(run));
  PYRAMID_TRY(add_heirs(run, plan));
  const SessionsAhead sessions = sessions_ahead(run);
  PYRAMID_TRY(describe_plan(run, plan, sessions.read));
  PYRAMID_TRY(end_left_homes(run));
  PYRAMID_ASSIGN(const PlannedTopics topics, plan_topics(run));
  PYRAMID_ASSIGN(const bool stale, is_index_to_write(run));
  describe_index(run, plan, stale);
  tell_hindered(opened, report.diagnostics);
  PYRAMID_ASSIGN(const Diagnostics out, left_out(memory, *opened.index, {}));
  tell(report, out);
  tell(report, yet_to_come(memory, plan, services.clock.now()));
  tell(report, sessions.left);
  tell(report, batches_under_way(services.files, opened.workspace));
  PYRAMID_ASSIGN(const TextsToEmbed texts, texts_to_embed(services, opened));
  report.texts_to_embed = texts.count;
  PYRAMID_ASSIGN(report.engine, expected_use(run, plan, topics.bytes, texts, sessions.asked));
  const bool importing =
      report.imported &&
      report.imported->added + report.imported->grown + report.imported->changed > 0;
  report.more_will_follow = importing || report.sessions_extracted > 0 || memory.unassigned() > 0;
  const bool just_edits = std::all_of(report.steps.begin(), report.steps.end(),
                                      [](const SyncStep& step) { return step.what == "commit"; });
  report.nothing_to_do = just_edits && sessions.left.empty() && report.observations_assigned == 0 &&
                         report.texts_to_embed == 0;
  if (!opened.workspace.settings.export_folder.empty()) {
    take_exports(expected_exports(services.files, opened.workspace, models_written(plan)),
                 opened.workspace, report);
  }
  return report;
}

}  // namespace pyramid::ops
