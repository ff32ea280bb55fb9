// What a sync says in git: one commit for the person's edits, one for its own work.
#pragma once

#include "history/past.hpp"
#include "history/repository.hpp"
#include "ops/run/run.hpp"
#include "pyramid/import.hpp"
#include "pyramid/sync.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pyramid::ops {

// The subject and body of a sync's commit: what it learned, where from, what it rewrote; trailers
// for programs below.
std::string commit_message(const SyncReport& report, const std::vector<std::string>& titles);
// Whether a commit has such a message.
bool is_by_sync(const history::PastCommit& commit);
std::string import_message(const std::vector<std::string>& titles, const ImportReport& report);
std::string observe_message(const std::string& text, bool added);
// Which machine made a commit, as its ledger's file calls it: "Pyramid-Machine: laptop\n", or "".
std::string machine_trailer(const std::string& machine);

// The workspace's repository, ready to commit.
struct Diary {
  std::unique_ptr<history::Repository> repository;  // null: `commit: false`, or there is none
  std::string hand_edits_commit;                    // "" = there were no edits
  // Of what a command had written that came to no commit: a kill, or a hook that refused it.
  std::string resumed_commit;
  std::size_t resumed_files = 0;
  // What came from another machine and may say what was forgotten (ops/run/latecomers.hpp): in no
  // commit yet.
  std::vector<std::string> held;
  bool left_unread = false;  // a file that differs could not be read, and is in no commit
};
// What a step of a sync is called that tells of `resumed_commit`.
inline constexpr const char* kResumed = "commit";

// Opens it and commits memory files that differ from HEAD and that this run did not write; the
// ledger notes it. One in which a secret stands is left out of it, and named; a conflict copy waits
// for the sync that merges it, as do `held`. `united`: what a repair() made of two files. What a
// killed command left half written, and another program committed, goes from the disk and the
// repository. `touched`: those that may differ, where that is known; otherwise git has to look at
// every file. kLater: HEAD names the commit after the next commit_changes(). kConflict when git is
// in the middle of something.
enum class Publish { kNow, kLater };
Result<Diary> begin_diary(const Services& services, const workspace::Workspace& workspace,
                          Diagnostics& diagnostics, Publish publish = Publish::kNow,
                          std::optional<std::vector<std::string>> touched = std::nullopt,
                          const std::set<std::string>& united = {});

// Commits of `held` what this run, which took out and wrote anew all there is, left as it was. To
// be called before its commit_changes().
Status commit_held(Diary& diary, const Services& services, const workspace::Workspace& workspace,
                   const WorkingSet& memory);

// The files that begin_diary() would commit as a person's edits; commits nothing.
Result<std::vector<std::string>> hand_edits(const Services& services,
                                            const workspace::Workspace& workspace,
                                            Diagnostics& diagnostics,
                                            std::optional<std::vector<std::string>> touched);

// Commits what the run wrote, less the files with secrets in them; "" when that changes nothing.
// Says what of it git ignores.
Result<std::string> commit_changes(history::Repository& repository, const WorkingSet& memory,
                                   const std::string& message, Time at, Diagnostics& diagnostics);

// One warning, or none, about those of these files that the program writes and git ignores. What a
// person keeps out of git on purpose are notes, and not counted.
Result<Diagnostics> ignored_by_git(history::Repository& repository, std::vector<std::string> paths);

}  // namespace pyramid::ops
