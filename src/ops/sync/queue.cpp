#include "pyramid/queue.hpp"

#include "base/path.hpp"
#include "ingest/cursor_transcript.hpp"
#include "ops/run/queue_files.hpp"
#include "pyramid/capture.hpp"
#include "pyramid/import.hpp"
#include "pyramid/sync.hpp"

#include <optional>
#include <string>
#include <utility>

namespace pyramid {

namespace {

using ops::QueueEntry;
using ops::QueueFiles;

void tell_all(const Diagnostics& found, QueueReport& report) {
  report.diagnostics.insert(report.diagnostics.end(), found.begin(), found.end());
}

Status take_cursor(const Environment& environment, const WorkspaceOptions& workspace,
                   const QueuedTranscript& transcript, QueueReport& report) {
  PYRAMID_ASSIGN(const std::string bytes, environment.files.read(transcript.path));
  CaptureOptions options;
  options.workspace = workspace;
  options.conversation = transcript.conversation.empty() ? std::string(path::name(transcript.path))
                                                         : transcript.conversation;
  for (format::Turn& turn : ingest::cursor_turns(bytes)) {
    CapturedTurn one;
    one.role = turn.speaker == format::Speaker::kUser ? "user" : "assistant";
    one.text = std::move(turn.text);
    options.turns.push_back(std::move(one));
  }
  if (options.turns.empty()) return {};
  PYRAMID_ASSIGN(const CaptureReport captured, capture(environment, options));
  tell_all(captured.diagnostics, report);
  return {};
}

Status take_transcript(const Environment& environment, const WorkspaceOptions& workspace,
                       const QueuedTranscript& transcript, QueueReport& report) {
  if (transcript.format == "cursor") return take_cursor(environment, workspace, transcript, report);
  ImportOptions options;
  options.workspace = workspace;
  options.format = transcript.format;
  options.source = transcript.path;
  PYRAMID_ASSIGN(const ImportReport imported, import(environment, options));
  tell_all(imported.diagnostics, report);
  return {};
}

// The first that is to be tried.
std::optional<QueueEntry> next_entry(const QueueFiles& queue) {
  for (QueueEntry& entry : queue.entries()) {
    if (!entry.is_given_up()) return std::move(entry);
  }
  return std::nullopt;
}

// An entry that fails is tried again, then given up: its tries end this.
Status work_while_any(const Environment& environment, const WorkspaceOptions& workspace,
                      QueueFiles& queue, QueueReport& report) {
  while (const std::optional<QueueEntry> entry = next_entry(queue)) {
    PYRAMID_TRY(queue.take(*entry));
    const Status taken = take_transcript(environment, workspace, entry->transcript, report);
    if (taken) {
      queue.done(*entry);
      ++report.taken;
      continue;
    }
    const Error& error = taken.error();
    if (error.kind == ErrorKind::kConflict || error.kind == ErrorKind::kCancelled) {
      queue.put_back(*entry);
      return taken;
    }
    queue.failed(*entry, to_string(error));
    if (entry->tries + 1 == ops::kMostTries) {
      ++report.failed;
      report.diagnostics.push_back(to_diagnostic(error));
    }
  }
  if (!queue.wants_sync()) return {};
  PYRAMID_TRY(queue.take_sync());
  SyncOptions options;
  options.workspace = workspace;
  const Result<SyncReport> synced = sync(environment, options);
  if (!synced) {
    queue.sync_failed();
    return fail(Error(synced.error()));
  }
  queue.sync_done();
  report.synced = true;
  tell_all(synced->diagnostics, report);
  return {};
}

// For queueing something.
Result<QueueFiles> queue_of(const Environment& environment, const workspace::Workspace& workspace) {
  PYRAMID_TRY(workspace::ensure_cache_folder(environment.files, workspace));
  return QueueFiles(environment.files, workspace.root);
}

bool is_waiting(const QueueFiles& queue) {
  return next_entry(queue) || queue.wants_sync() || queue.has_taken();
}

Status see_to_failed(QueueFiles& queue, FailedTranscripts failed, QueueReport& report) {
  for (const QueueEntry& entry : queue.entries()) {
    if (!entry.is_given_up()) continue;
    if (failed == FailedTranscripts::kTryAgain) {
      PYRAMID_TRY(queue.try_again(entry));
    } else {
      PYRAMID_TRY(queue.drop(entry));
      ++report.dropped;
    }
  }
  return {};
}

}  // namespace

Status enqueue(const Environment& environment, const WorkspaceOptions& workspace,
               const QueuedTranscript& transcript) {
  if (transcript.path.empty() || !path::is_absolute(transcript.path)) {
    return fail(ErrorKind::kUsage, "the transcript has no absolute path", transcript.path);
  }
  PYRAMID_ASSIGN(const workspace::Workspace opened,
                 workspace::open(environment.files, workspace.root));
  if (!opened.settings.capture) return {};
  PYRAMID_ASSIGN(QueueFiles queue, queue_of(environment, opened));
  return queue.put(transcript);
}

Status enqueue_sync(const Environment& environment, const WorkspaceOptions& workspace) {
  PYRAMID_ASSIGN(const workspace::Workspace opened,
                 workspace::open(environment.files, workspace.root));
  PYRAMID_ASSIGN(QueueFiles queue, queue_of(environment, opened));
  return queue.put_sync();
}

Result<QueueReport> process_queue(const Environment& environment, const WorkspaceOptions& workspace,
                                  FailedTranscripts failed) {
  QueueReport report;
  QueueFiles queue(environment.files, workspace.root);
  bool sees_to_failed = failed != FailedTranscripts::kStay;
  // Whoever queues something while this one is about to let go finds the lock held, and goes:
  // so this one looks again once it has let go.
  while (sees_to_failed || is_waiting(queue)) {
    Result<std::unique_ptr<FileLock>> lock = queue.lock();
    if (!lock && lock.error().kind == ErrorKind::kConflict) {
      report.busy_elsewhere = true;
      return report;
    }
    if (!lock) return fail(Error(lock.error()));
    queue.end_killed();
    if (std::exchange(sees_to_failed, false)) {
      PYRAMID_TRY(see_to_failed(queue, failed, report));
    }
    PYRAMID_TRY(work_while_any(environment, workspace, queue, report));
  }
  return report;
}

bool is_queue_waiting(const Environment& environment, const WorkspaceOptions& workspace) {
  return is_waiting(QueueFiles(environment.files, workspace.root));
}

}  // namespace pyramid
