#include "pyramid/status.hpp"

#include "format/loaded.hpp"
#include "history/repository.hpp"
#include "ops/ask/find_hits.hpp"
#include "ops/calls/batch_records.hpp"
#include "ops/calls/embedding.hpp"
#include "ops/check/conflicts.hpp"
#include "ops/run/hindered.hpp"
#include "ops/run/queue_files.hpp"
#include "ops/run/run.hpp"
#include "ops/topics/write_topics.hpp"
#include "ops/write/embed_rest.hpp"
#include "ops/write/export_models.hpp"
#include "ops/write/left_homes.hpp"
#include "ops/write/left_out.hpp"
#include "workspace/layout.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace pyramid {

namespace {

using ops::Opened;
using ops::Services;

void take_counts(const index::Counts& counts, StatusReport& report) {
  report.sessions = counts.sessions;
  report.observations = counts.observations;
  report.tasks = counts.tasks;
  report.notes = counts.notes;
  report.models = counts.models;
  report.summaries_by_tier = counts.summaries_by_tier;
  report.files = counts.files;
  report.extra_files = counts.outside;
  report.chunks = counts.chunks;
  report.embeddings = counts.embeddings;
  report.index_bytes = counts.bytes;
}

void take_outdated(const plan::Plan& refreshing, StatusReport& report) {
  const auto outdated = [](const auto& task) { return task.reason == plan::Reason::kOutdated; };
  const auto count = [&](const auto& tasks) {
    return static_cast<std::size_t>(std::count_if(tasks.begin(), tasks.end(), outdated));
  };
  report.outdated_summaries = count(refreshing.summaries);
  report.outdated_sections = count(refreshing.sections) + count(refreshing.descriptions);
}

// What cannot be read is named by the scan.
format::Loaded loaded_at(const ops::WorkingSet& memory, const std::string& path) {
  const Result<std::string> bytes = memory.bytes(path);
  if (!bytes) return {};
  const Result<format::Document> document = format::parse_document(*bytes, path);
  return document ? format::loaded(*document, path) : format::Loaded();
}

void take_loaded(const ops::WorkingSet& memory, StatusReport& report) {
  const format::Loaded home = loaded_at(memory, std::string(workspace::kMemoryFile));
  report.memory_bytes = home.bytes;
  report.memory_share = format::share_of(home);
  format::Loaded models;
  memory.each(format::Kind::kModel, [&](const Ulid&, std::string_view path) {
    const format::Loaded model = loaded_at(memory, std::string(path));
    models.bytes += model.bytes;
    models.memory += model.memory;
  });
  report.models_share = format::share_of(models);
}

// A long one lies in several files.
void take_conversations(const ops::WorkingSet& memory, StatusReport& report) {
  memory.each(format::Kind::kSession, [&](const Ulid&, std::string_view path) {
    if (workspace::part_of_path(path) > 1) --report.sessions;
  });
  std::set<std::string> waiting;
  for (const Ulid& id : memory.sessions_to_extract()) {
    waiting.insert(workspace::conversation_path(memory.path_of(id)));
  }
  report.sessions_to_extract = waiting.size();
}

Status take_plan(Services& services, Opened& opened, StatusReport& report) {
  ops::WorkingSet memory(services.files, opened.workspace);
  PYRAMID_TRY(memory.load(*opened.index));
  SyncReport unused;
  ops::Run run{services, opened, memory, unused, 1};
  PYRAMID_ASSIGN(const plan::FactIndex* facts, memory.facts());
  PYRAMID_ASSIGN(const plan::Plan plan, ops::plan_of(run, *facts));
  take_conversations(memory, report);
  take_loaded(memory, report);
  report.unassigned = memory.unassigned();
  report.summaries_to_write = plan.summaries.size();
  report.summaries_to_remove = plan.removals.size();
  PYRAMID_TRY(ops::end_left_homes(run));
  PYRAMID_ASSIGN(const bool index, ops::is_index_to_write(run));
  report.sections_to_write = plan.sections.size() + plan.descriptions.size() + unused.steps.size() +
                             (index ? std::size_t{1} : std::size_t{0});
  run.refresh = plan::Refresh{ops::writers(run), {}};
  PYRAMID_ASSIGN(const plan::Plan refreshing, ops::plan_of(run, *facts));
  take_outdated(refreshing, report);
  PYRAMID_TRY(memory.walk(format::Kind::kTopic, [&](const format::Node& node) -> Status {
    if (ops::is_topic_outdated(run, node)) ++report.outdated_summaries;
    return {};
  }));
  ops::tell_hindered(opened, report.diagnostics);
  PYRAMID_ASSIGN(const std::vector<ops::WaitingCopy> copies, ops::waiting_copies(memory, opened));
  PYRAMID_ASSIGN(const Diagnostics out, ops::left_out(memory, *opened.index, copies));
  report.diagnostics.insert(report.diagnostics.end(), out.begin(), out.end());
  PYRAMID_ASSIGN(const Diagnostics lengths, ops::beyond_length(memory));
  report.diagnostics.insert(report.diagnostics.end(), lengths.begin(), lengths.end());
  report.copies_to_merge = copies.size();
  for (const ops::WaitingCopy& copy : copies) {
    report.diagnostics.push_back(ops::waiting_copy(copy));
  }
  return {};
}

// What stands in the way of the files for other programs.
void take_exports(Services& services, const Opened& opened, StatusReport& report) {
  if (opened.workspace.settings.export_folder.empty()) return;
  const auto exports = ops::expected_exports(services.files, opened.workspace, {});
  if (!exports) {
    report.diagnostics.push_back(to_diagnostic(exports.error()));
    return;
  }
  report.diagnostics.insert(report.diagnostics.end(), exports->diagnostics.begin(),
                            exports->diagnostics.end());
}

// What two machines changed and a person has not settled yet.
Status take_conflicts(Services& services, Opened& opened, StatusReport& report) {
  PYRAMID_ASSIGN(std::vector<std::string> paths, opened.index->paths_with_conflicts());
  paths.emplace_back(workspace::kSettingsFile);  // no memory file, so the index knows nothing of it
  for (const std::string& path : paths) {
    const Result<std::string> bytes = services.files.read(opened.workspace.absolute(path));
    if (!bytes) continue;
    const Diagnostics found = ops::conflict_notes(*bytes, path);
    report.diagnostics.insert(report.diagnostics.end(), found.begin(), found.end());
  }
  return {};
}

Status take_history(const Opened& opened, StatusReport& report) {
  PYRAMID_ASSIGN(const auto repository, history::Repository::open(opened.workspace.root));
  if (!repository) return {};
  if (const Status free = repository->nothing_under_way(); !free) {
    report.git_operation = free.error().what;
    report.diagnostics.push_back(to_diagnostic(free.error()));
    report.diagnostics.back().severity = Severity::kWarning;
    // A sync itself ends a merge.
    if (!repository->is_merging()) report.diagnostics.back().what += ": no sync runs until it ends";
  }
  PYRAMID_ASSIGN(const std::vector<history::CommitInfo> log, repository->log(1));
  if (log.empty()) return {};
  report.last_commit = log.front().id;
  report.last_commit_subject = log.front().subject;
  return {};
}

void take_queue(Services& services, const Opened& opened, StatusReport& report) {
  for (const ops::QueueEntry& entry :
       ops::QueueFiles(services.files, opened.workspace.root).entries()) {
    if (!entry.is_given_up()) {
      ++report.queued;
      continue;
    }
    report.diagnostics.push_back({Severity::kWarning, entry.transcript.path,
                                  "this transcript could not be taken in: " + entry.error,
                                  "run pyramid capture --queued --try-again, or --drop"});
  }
}

}  // namespace

Result<StatusReport> status(const Environment& environment, const WorkspaceOptions& options) {
  return ops::with_services(environment, options, [&](Services& services) -> Result<StatusReport> {
    PYRAMID_ASSIGN(Opened opened, ops::open(services, options, ops::Access::kRead));
    StatusReport report;
    report.root = opened.workspace.root;
    report.engine = services.text.name();
    report.embedding = services.embedder.name();
    PYRAMID_ASSIGN(const ops::EmbeddingState vectors, ops::embedding_state(services, opened));
    report.texts_to_embed = vectors.of - vectors.done;
    if (!vectors.serves) report.next_embedding = vectors.chosen;
    report.diagnostics = opened.scan.diagnostics;
    const auto sources = ops::default_filter(opened.workspace.settings, opened.workspace.zone);
    if (!sources) report.diagnostics.push_back(to_diagnostic(sources.error()));
    PYRAMID_ASSIGN(const index::Counts counts, opened.index->counts());
    take_counts(counts, report);
    // A damaged one is begun anew by who needs it.
    report.cached_embeddings = ops::kept_vectors(opened.workspace)->size().value_or(0);
    report.checked_at = services.clock.now();
    report.files_read = opened.scan.read;
    report.cache_hits = opened.scan.files - std::min(opened.scan.files, opened.scan.read);
    PYRAMID_TRY(take_plan(services, opened, report));
    take_exports(services, opened, report);
    const Diagnostics batches = ops::batches_under_way(services.files, opened.workspace);
    report.diagnostics.insert(report.diagnostics.end(), batches.begin(), batches.end());
    take_queue(services, opened, report);
    PYRAMID_TRY(take_conflicts(services, opened, report));
    // What only git refuses, as a repository of another user, is no reason to say nothing.
    if (const Status history = take_history(opened, report); !history) {
      report.diagnostics.push_back(to_diagnostic(history.error()));
      report.diagnostics.back().severity = Severity::kWarning;
    }
    return report;
  });
}

}  // namespace pyramid
