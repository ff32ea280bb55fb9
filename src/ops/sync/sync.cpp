#include "pyramid/sync.hpp"

#include "base/parallel.hpp"
#include "base/text.hpp"
#include "engine/counting.hpp"
#include "format/why_page.hpp"
#include "history/repository.hpp"
#include "history/tidy.hpp"
#include "ops/calls/answer_log.hpp"
#include "ops/calls/batches.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/calls/offers.hpp"
#include "ops/calls/secrets.hpp"
#include "ops/calls/unread.hpp"
#include "ops/forget/purge.hpp"
#include "ops/forget/renew_caches.hpp"
#include "ops/intake/known_facts.hpp"
#include "ops/intake/noted_apart.hpp"
#include "ops/machines/remote.hpp"
#include "ops/machines/repair.hpp"
#include "ops/nodes/ledger_copies.hpp"
#include "ops/nodes/one_id.hpp"
#include "ops/run/ahead.hpp"
#include "ops/run/diary.hpp"
#include "ops/run/driver_notes.hpp"
#include "ops/run/forgotten.hpp"
#include "ops/run/hindered.hpp"
#include "ops/run/run.hpp"
#include "ops/run/told.hpp"
#include "ops/sync/dry_run.hpp"
#include "ops/sync/sync.hpp"
#include "ops/topics/write_topics.hpp"
#include "ops/write/calls_at_once.hpp"
#include "ops/write/embed_rest.hpp"
#include "ops/write/engine_use.hpp"
#include "ops/write/export_models.hpp"
#include "ops/write/left_names.hpp"
#include "ops/write/left_out.hpp"
#include "ops/write/settled.hpp"
#include "pyramid/version.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace pyramid {
namespace ops {

namespace {

// The engines of `from`, whose calls are counted.
struct Counting {
  explicit Counting(const Services& from)
      : text(engine::count_calls(from.text, calls)),
        embedder(engine::count_calls(from.embedder, calls)) {}
  [[nodiscard]] Services services(const Services& from) const {
    return with_engines(from, *text, *embedder);
  }

  engine::CallCounts calls;
  std::unique_ptr<engine::TextEngine> text;
  std::unique_ptr<engine::Embedder> embedder;
};

Status import_source(Run& run, const SyncOptions& options) {
  if (options.source.empty()) return {};
  PYRAMID_ASSIGN(run.report.imported, import_conversations(run, import_options(options)));
  return {};
}

void note_files(Run& run) {
  for (const auto& [path, content] : run.memory.changes()) {
    (content ? run.report.files_written : run.report.files_removed).emplace_back(path);
  }
  const std::vector<std::string>& changed_meanwhile = run.memory.changed_meanwhile();
  run.report.changed_meanwhile.insert(run.report.changed_meanwhile.end(), changed_meanwhile.begin(),
                                      changed_meanwhile.end());
}

// By which the next fact finds what is known of it: who says one need not wait for all.
Status key_facts(const Run& run) {
  while (true) {
    PYRAMID_ASSIGN(const bool more, key_some(*run.opened.index, run.memory.zone(), run.workers));
    if (!more) return {};
  }
}

// Also tells what a person saved over a file that this run wrote: the next one takes that in.
Status index_and_keep(Run& run) {
  PYRAMID_ASSIGN(const std::size_t embedded, run.ahead->index_rest(run.memory));
  run.report.files_embedded += embedded;
  PYRAMID_TRY(key_facts(run));
  PYRAMID_ASSIGN(const std::vector<std::string> edited, run.memory.edited_since());
  run.report.changed_meanwhile.insert(run.report.changed_meanwhile.end(), edited.begin(),
                                      edited.end());
  return run.memory.keep(edited);
}

// Whether answers are to come with a batch: what follows would be made of a part.
bool waits_for_batch(const Run& run) {
  return run.services.batches != nullptr && run.services.batches->holds_back();
}

Status run_pipeline(Run& run, const SyncOptions& options) {
  PYRAMID_TRY(compare_noted_apart(run));
  PYRAMID_TRY(import_source(run, options));
  PYRAMID_TRY(extract_sessions(run));
  PYRAMID_TRY(apply_forgotten(run));
  if (waits_for_batch(run)) return {};
  PYRAMID_TRY(assign_models(run));
  if (waits_for_batch(run)) return {};
  PYRAMID_TRY(mend_links_and_names(run));
  PYRAMID_TRY(write_summaries(run, {}));
  PYRAMID_TRY(drop_left_names(run));
  PYRAMID_TRY(write_sections(run));
  return write_topics(run);
}

// Two things that a large memory makes long, at once: git's commit; and the index of what was
// written, with what the next run need not load again.
Status commit_and_keep(Run& run, history::Repository* diary) {
  Result<std::string> committed = std::string();
  Status kept;
  parallel_for(2, 2, [&](std::size_t part) {
    if (part == 1) {
      kept = index_and_keep(run);
    } else if (diary != nullptr) {
      committed =
          commit_changes(*diary, run.memory, commit_message(run.report, run.titles_extracted),
                         run.services.clock.now(), run.report.diagnostics);
    }
  });
  PYRAMID_ASSIGN(std::string commit, std::move(committed));
  if (!commit.empty()) run.report.commit = std::move(commit);
  return kept;
}

// Index and diary, also after an interrupted or failed pipeline: what it finished is kept.
Status finish(Run& run, history::Repository* diary) {
  PYRAMID_TRY(run.memory.flush());
  note_taken(run);
  note_files(run);
  return commit_and_keep(run, diary);
}

// Two things that a large memory makes long, at once: git takes in what was edited by hand, and
// what the index knows is loaded, unless it is.
Result<Diary> note_edits_and_load(Services& services, Opened& opened, WorkingSet& memory,
                                  bool is_loaded, std::optional<std::vector<std::string>> touched,
                                  const std::set<std::string>& united, SyncReport& report) {
  Result<Diary> diary = Diary();
  Status loaded;
  parallel_for(2, 2, [&](std::size_t part) {
    if (part == 1) {
      if (!is_loaded) loaded = memory.load(*opened.index);
    } else {
      diary = begin_diary(services, opened.workspace, report.diagnostics, Publish::kLater,
                          std::move(touched), united);
    }
  });
  PYRAMID_TRY(loaded);
  if (!diary) return diary;
  report.hand_edits_commit = diary->hand_edits_commit;
  if (!diary->resumed_commit.empty()) {
    report.steps.push_back({kResumed, "",
                            count_of(diary->resumed_files, "file") +
                                " of a command that came to no commit, as " +
                                diary->resumed_commit.substr(0, 8)});
  }
  return diary;
}

// Whether of files with one id another counts now: what was written may lead to another.
Result<bool> counts_otherwise(const Run& run) {
  if (run.memory.copies().empty()) return false;
  PYRAMID_ASSIGN(const auto same,
                 files_with_one_id(*run.opened.index, run.services.files, run.opened.workspace));
  return std::any_of(same.begin(), same.end(), [&](const std::vector<Claimant>& claimants) {
    return run.memory.path_of(claimants.front().id) != claimants.front().path;
  });
}

Result<SyncReport> sync_opened(Services& services, const SyncOptions& options, Opened& opened,
                               const engine::CallCounts& calls) {
  SyncReport report;
  report.diagnostics = opened.scan.diagnostics;
  report.files_embedded = opened.scan.embedded;
  PYRAMID_TRY(unite_ledger_copies(services.files, opened.workspace));
  PYRAMID_ASSIGN(const bool settled, was_settled(services, opened));
  const bool asked = !options.source.empty() || options.refresh_outdated;
  if (settled && !asked && is_settled(services, opened.scan)) {
    report.nothing_to_do = true;
    return report;
  }
  PYRAMID_ASSIGN(Learned learned, repair(services, opened, settled, report));
  report.diagnostics = opened.scan.diagnostics;  // less those of files that were repaired
  report.diagnostics.insert(report.diagnostics.end(), learned.left.begin(), learned.left.end());
  const bool is_loaded = learned.memory != nullptr;
  if (!is_loaded) learned.memory = std::make_unique<WorkingSet>(services.files, opened.workspace);
  if (!learned.uncommitted) learned.uncommitted = touched(services.files, opened, settled);
  PYRAMID_ASSIGN(Diary diary, note_edits_and_load(services, opened, *learned.memory, is_loaded,
                                                  learned.uncommitted, learned.united, report));
  PYRAMID_TRY(tell_merged(services.files, opened.workspace, report.merged));
  const unsigned workers = limit_calls(services, options.parallel, opened.workspace.settings);
  constexpr int kMostRounds = 3;
  SyncOptions once = options;
  std::optional<Ahead> ahead;
  std::optional<Run> run;
  for (int round = 0; round < kMostRounds; ++round) {
    if (run) {
      PYRAMID_ASSIGN(const bool again, counts_otherwise(*run));
      if (!again) break;
      learned.memory = std::make_unique<WorkingSet>(services.files, opened.workspace);
      PYRAMID_TRY(learned.memory->load(*opened.index));
      once.source.clear();
    }
    run.emplace(Run{services, opened, *learned.memory, report, workers});
    // What is written on the way may still say what was forgotten, in a text that came from
    // elsewhere.
    history::Repository* early = diary.held.empty() ? diary.repository.get() : nullptr;
    run->ahead = &ahead.emplace(services, opened, early);
    Status done = ask_refresh(*run, options);
    if (done) done = run_pipeline(*run, once);
    if (done && report.failed == 0 && !waits_for_batch(*run)) {
      PYRAMID_TRY(commit_held(diary, services, opened.workspace, *learned.memory));
      report.hand_edits_commit = diary.hand_edits_commit;
    }
    PYRAMID_TRY(finish(*run, diary.repository.get()));
    if (!done) return fail(Error(done.error()));
  }
  WorkingSet& memory = *learned.memory;
  report.engine = counted_use(services, calls);
  if (report.failed > 0) report.left = what_is_left(*run);
  report.nothing_to_do = report.files_written.empty() && report.files_removed.empty() &&
                         report.changed_meanwhile.empty() && report.failed == 0;
  // Of a language model also that it was asked nothing. Else the ledgers of two machines of one
  // name would differ anew with each exchange.
  if (services.batches != nullptr && !report.nothing_to_do) services.ledger->worked();
  // What is left out of the memory, or in the way, is named by each sync.
  PYRAMID_ASSIGN(const Diagnostics out, left_out(memory, *opened.index, {}));
  report.diagnostics.insert(report.diagnostics.end(), out.begin(), out.end());
  PYRAMID_ASSIGN(const Diagnostics lengths, beyond_length(memory));
  report.diagnostics.insert(report.diagnostics.end(), lengths.begin(), lengths.end());
  const bool done_with = out.empty() && report.changed_meanwhile.empty() &&
                         opened.in_the_way.empty() && !diary.left_unread;
  PYRAMID_TRY(all_read(services));
  PYRAMID_TRY(done_with ? remember_settled(*run) : opened.index->set_settled(std::nullopt));
  return report;
}

// What git need not keep: a purge's backup whose day has come, and objects one by one where the
// commits made them many. Where it cannot, that is said: the memory itself is up to date.
void tidy_history(const Services& services, const workspace::Workspace& workspace,
                  SyncReport& report) {
  if (!workspace.settings.commit) return;
  std::vector<Status> done;
  done.push_back(drop_expired_backups(workspace.root, services.clock.now()));
  const bool committed = !report.commit.empty() || !report.hand_edits_commit.empty();
  if (committed) done.push_back(history::pack_loose_objects(workspace.root));
  for (const Status& one : done) {
    if (one) continue;
    const Error& error = one.error();
    report.diagnostics.push_back({Severity::kWarning, error.where, error.what, error.hint});
  }
}

void export_after(FileSystem& files, const workspace::Workspace& workspace, SyncReport& report) {
  if (workspace.settings.export_folder.empty()) return;
  take_exports(export_models(files, workspace, ""), workspace, report);
}

Result<SyncReport> sync_here(Services& services, const SyncOptions& options) {
  // A source is looked at with the diary open; its library comes while the index is opened.
  std::jthread loader;
  if (!options.source.empty()) loader = std::jthread(history::load_libgit2);
  const Counting counting(services);
  const engine::CallCounts& calls = counting.calls;
  Services counted = counting.services(services);
  const Access access = options.force ? Access::kRebuild : Access::kWrite;
  PYRAMID_ASSIGN(Opened opened, open(counted, options.workspace, access));
  PYRAMID_TRY(all_read(services));
  PYRAMID_TRY(knows_shape(opened.workspace.settings));
  AnswerLog answers(services.files, opened.workspace);
  const auto remembering = engine::remember_answers(*counting.text, answers);
  Services kept = with_engines(services, *remembering, *counting.embedder);
  PYRAMID_TRY(begin_batches(services, opened.workspace.settings, options.batch));
  const std::string first_page = opened.workspace.absolute(format::why_path(""));
  const bool is_first = !services.files.stat(first_page);
  PYRAMID_ASSIGN(SyncReport report, sync_opened(kept, options, opened, calls));
  report.first_by_rules = is_first && opened.workspace.settings.engine == "builtin" &&
                          report.summaries_written + report.sections_written > 0;
  PYRAMID_TRY(end_batches(services, report.batch, report.failed, report.diagnostics));
  // Not while replies are paid for and not yet in the memory.
  const bool settled = !report.batch.any() && report.failed == 0;
  if (settled) PYRAMID_TRY(renew_caches_of_forgotten(counted, options.workspace, opened));
  report.nothing_to_do = report.nothing_to_do && !report.batch.any() && report.failed == 0;
  if (options.force) report.files_indexed_again = opened.scan.files;
  tell_hindered(opened, report.diagnostics);
  tell_heads(services.files, opened.workspace, opened.scan.heads, report.diagnostics);
  if (report.failed == 0) PYRAMID_TRY(answers.forget());
  tidy_history(services, opened.workspace, report);
  export_after(counted.files, opened.workspace, report);
  PYRAMID_TRY(embed_rest(counted, opened, options.parallel, report));
  report.nothing_to_do = report.nothing_to_do && report.texts_embedded + report.texts_to_embed == 0;
  report.engine = counted_use(services, calls);
  return report;
}

Result<SyncReport> sync_reading(Services& services, const SyncOptions& options) {
  if (options.dry_run) return dry_run(services, options);
  const auto here = [&](const SyncOptions& one) { return sync_here(services, one); };
  return options.remote ? sync_with_remote(services, options, here) : here(options);
}

}  // namespace

Result<SyncReport> sync(Services& services, const SyncOptions& options) {
  NotingUnread files(services.files, options.workspace.root);
  Services noting = noting_unread(services, files);
  Result<SyncReport> report = sync_reading(noting, options);
  PYRAMID_TRY(files.all_read());  // says more than what a step says that failed for it
  return report;
}

namespace {

// What no model has yet is in no summary.
void tell_unassigned(const WorkingSet& memory, SyncReport& report) {
  const std::size_t waiting = memory.unassigned();
  if (waiting == 0) return;
  report.diagnostics.push_back(
      {Severity::kWarning, "observations",
       count_of(waiting, "observation") + (waiting == 1 ? " belongs" : " belong") +
           " to no model yet and " + (waiting == 1 ? "is" : "are") + " in no summary",
       "`pyramid sync` does all of it, `pyramid internal observe` this"});
}

std::string_view step_name(Step step) {
  switch (step) {
    case Step::kObserve:
      return "internal observe";
    case Step::kSummarize:
      return "summarize";
    case Step::kEmbed:
      return "embed";
    case Step::kSynthesize:
      return "synthesize";
    case Step::kGenerate:
      return "generate";
  }
  return {};
}

Result<SyncReport> run_counted(Services& services, const StepOptions& options) {
  const bool anew = options.step == Step::kEmbed && options.force;
  PYRAMID_ASSIGN(Opened opened,
                 open(services, options.workspace, anew ? Access::kRebuild : Access::kWrite));
  PYRAMID_TRY(all_read(services));
  SyncReport report;
  report.diagnostics = opened.scan.diagnostics;
  if (options.step == Step::kEmbed) {
    report.files_embedded = opened.scan.embedded;
    PYRAMID_TRY(embed_rest(services, opened, options.parallel, report));
    return report;
  }
  PYRAMID_TRY(knows_shape(opened.workspace.settings));
  WorkingSet memory(services.files, opened.workspace);
  PYRAMID_ASSIGN(const bool settled, was_settled(services, opened));
  PYRAMID_ASSIGN(const Diary diary,
                 note_edits_and_load(services, opened, memory, false,
                                     touched(services.files, opened, settled), {}, report));
  Run run{services, opened, memory, report,
          limit_calls(services, options.parallel, opened.workspace.settings)};
  Ahead ahead(services, opened, diary.repository.get());
  run.ahead = &ahead;
  Status done;
  switch (options.step) {
    case Step::kObserve:
      done = extract_sessions(run);
      if (done) done = assign_models(run);
      break;
    case Step::kSummarize:
      tell_unassigned(memory, report);
      done = write_summaries(run, {options.max_observations, options.max_tier, options.tier});
      break;
    case Step::kSynthesize:
      done = write_sections(run);
      break;
    case Step::kGenerate:
      done = write_homes(run);
      break;
    case Step::kEmbed:
      break;
  }
  PYRAMID_TRY(finish(run, diary.repository.get()));
  if (!done) return fail(std::move(done).error());
  tell_hindered(opened, report.diagnostics);
  if (report.failed > 0) report.left = what_is_left(run);
  report.nothing_to_do = memory.changes().empty() && report.failed == 0;
  return report;
}

}  // namespace

Result<SyncReport> run_step(Services& services, const StepOptions& options) {
  const Counting counting(services);
  NotingUnread files(services.files, options.workspace.root);
  Services counted = noting_unread(counting.services(services), files);
  PYRAMID_ASSIGN(SyncReport report, run_counted(counted, options));
  report.engine = counted_use(services, counting.calls);
  return report;
}

void note_offers(const Environment& environment, const WorkspaceOptions& options,
                 SyncReport& report) {
  if (report.summaries_written + report.sections_written == 0) return;
  const auto workspace = workspace::open(environment.files, options.root);
  if (workspace) report.offers = offers(environment, *workspace);
}

}  // namespace ops

Result<SyncReport> sync(const Environment& environment, const SyncOptions& options) {
  Result<SyncReport> report = ops::with_services(
      environment, options.workspace,
      [&](ops::Services& services) { return ops::sync(services, options); }, "sync");
  if (report && !options.dry_run) ops::note_offers(environment, options.workspace, *report);
  return report;
}

Result<SyncReport> run_step(const Environment& environment, const StepOptions& options) {
  return ops::with_services(
      environment, options.workspace,
      [&](ops::Services& services) { return ops::run_step(services, options); },
      ops::step_name(options.step));
}

}  // namespace pyramid
