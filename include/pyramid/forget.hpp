// Taking something out of the memory for good.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"
#include "pyramid/sync.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pyramid {

// Exactly one of what, match, session and person is set.
struct ForgetOptions {
  WorkspaceOptions workspace;
  std::string what, folder;  // an observation, task or session, as WhyOptions::what
  std::string match;         // every fact, task and turn that holds this text, whatever its case
  std::string session;       // a session, as `what`, with all that was taken from it
  std::string person;        // a model with all that is known of it, and every mention of its name
  bool dry_run = false;
  bool purge = false;  // also out of git's history on this machine
  // With purge: days for which the history as it was stays under refs/pyramid/before-purge; 0: not.
  unsigned keep_backup = 0;
};

// A place where it stood.
struct ForgottenPlace {
  std::string path;
  std::size_t line = 0;  // 0 = the whole file
  // "observation", "task", "turn", "session", "model", "ledger"; "title" and "name" of a file;
  // "summary" and "section": made from it; of what is kept the kind of the file, or "settings".
  // What a purge leaves in git to the person: "branch" and "tag"
  // (`path` is a name), "staged", "git" (a file of git's own), "file" (tracked, and
  // not the memory's), "old file" (the same in other commits than the last)
  std::string what;
};

// What a purge did to git's history; of a dry run, the most that it would.
struct PurgeReport {
  std::size_t commits = 0;           // rewritten
  std::size_t signatures = 0;        // of these commits, lost: nobody can make them again
  std::size_t others = 0;            // of these commits, those that somebody else made
  std::size_t named = 0;             // commits whose author or committer it names: that stays
  std::size_t blobs = 0;             // versions of files that went or lost lines
  std::string backup;                // the ref that holds the history as it was; "" = none
  std::vector<std::string> remotes;  // that may still hold it
};

struct ForgetReport {
  std::vector<ForgottenPlace> forgotten;  // removed, or emptied of it
  std::vector<ForgottenPlace> kept;       // in what a person wrote: to be edited by the person
  std::size_t rewritten = 0;              // summaries and sections made anew without it
  std::vector<std::string> tombstones;    // files that stop it from coming back
  std::string commit;                     // "" = a dry run, or nothing was found
  std::optional<PurgeReport> purge;       // asked for
  SyncReport sync;                        // of the same run
  Diagnostics diagnostics;
};

// kNotFound where there is no such node, model or text. kUsage unless one thing is named, and for a
// purge with `commit: false`.
// If it is stopped midway, the next writing use case finishes it; calling it again then returns
// that report. kConflict, before anything is written, where a purge could not be done: a person's
// own text still says it; a stash, another worktree or a ref that is no branch, tag or remote's
// holds history.
Result<ForgetReport> forget(const Environment& environment, const ForgetOptions& options);

}  // namespace pyramid
