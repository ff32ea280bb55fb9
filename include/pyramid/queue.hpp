// Conversations that agents' hosts want kept, in line until somebody has time: who hands one over
// does not wait for it to be read.
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

// Puts the transcript in line, under `.pyramid/queue`; one that is in line already stays there
// once. A kill at any moment loses none that was put there. Takes no lock and reads nothing.
Status enqueue(const Environment& environment, const WorkspaceOptions& workspace,
               const QueuedTranscript& transcript);
// The same of a sync, which comes behind the transcripts.
Status enqueue_sync(const Environment& environment, const WorkspaceOptions& workspace);

struct QueueReport {
  std::size_t taken = 0;   // transcripts: what was new in them is a session, and observations
  std::size_t failed = 0;  // each stays in line, and is tried three times
  std::size_t dropped = 0;
  bool synced = false;
  bool is_other_at_it = false;  // another process works on it: nothing was done
  Diagnostics diagnostics;
};

// What becomes of those that were tried three times.
enum class GivenUp { kStay, kTryAgain, kDrop };

// Imports what is in line, one after the other, until nothing is; then syncs, if that is in line.
// One process of a workspace at a time does so. A memory that another command holds is kConflict,
// and all stays in line.
Result<QueueReport> work_off_queue(const Environment& environment,
                                   const WorkspaceOptions& workspace,
                                   GivenUp given_up = GivenUp::kStay);

// Whether anything is in line that would be tried.
bool is_queue_waiting(const Environment& environment, const WorkspaceOptions& workspace);

}  // namespace pyramid
