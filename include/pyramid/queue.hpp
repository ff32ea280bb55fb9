// Conversations that agents' hosts want kept, queued until they are imported: whoever hands one
// over does not wait for that.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"

#include <cstddef>
#include <string>

namespace pyramid {

struct QueuedTranscript {
  std::string format;        // a name of import_formats(), or "cursor"
  std::string path;          // of the host's file, absolute
  std::string conversation;  // the host's id of it, or ""
};

// Queues the transcript, under `.pyramid/queue`; one that is queued already stays there once. A
// kill at any moment loses none that was queued. Takes no lock and reads nothing.
Status enqueue(const Environment& environment, const WorkspaceOptions& workspace,
               const QueuedTranscript& transcript);
// Queues a sync, which comes after the transcripts.
Status enqueue_sync(const Environment& environment, const WorkspaceOptions& workspace);

struct QueueReport {
  std::size_t taken = 0;   // transcripts: what was new in them is a session, and observations
  std::size_t failed = 0;  // each stays queued, and is tried three times
  std::size_t dropped = 0;
  bool synced = false;
  bool busy_elsewhere = false;  // another process works on it: nothing was done
  Diagnostics diagnostics;
};

// What becomes of those that were tried three times.
enum class FailedTranscripts { kStay, kTryAgain, kDrop };

// Imports what is queued, one after the other, until nothing is; then syncs, if that is queued. One
// process per workspace does so at a time. A memory that another command holds is kConflict, and
// everything stays queued.
Result<QueueReport> process_queue(const Environment& environment, const WorkspaceOptions& workspace,
                                  FailedTranscripts failed = FailedTranscripts::kStay);

// Whether anything is queued that would be tried.
bool is_queue_waiting(const Environment& environment, const WorkspaceOptions& workspace);

}  // namespace pyramid
