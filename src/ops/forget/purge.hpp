// Which versions of which files have to leave git's history, so that what was forgotten is in none.
#pragma once

#include "history/purge.hpp"
#include "ops/forget/forget_targets.hpp"
#include "pyramid/forget.hpp"
#include "pyramid/time.hpp"
#include "workspace/workspace.hpp"

#include <string>
#include <vector>

namespace pyramid::ops {

// Why there can be no purge: kConflict, or kNotFound where the workspace is in no repository.
Status can_purge(const std::string& root, const std::vector<ForgottenPlace>& kept);

// The most commits that one could rewrite, and what that takes from them: before it is done.
Result<PurgeReport> expected_purge(const std::string& root, const ForgetTargets& targets);

// Where git says it and no purge takes it away, as it is the person's: names of branches and tags,
// settings, what is staged; files that are not the memory's, as they are and as they were.
Result<std::vector<ForgottenPlace>> kept_by_git(const std::string& root,
                                                const ForgetTargets& targets);

// Whether a purge has anything to take out of what git keeps: of old files, messages, and objects
// that nothing leads to any more.
Result<bool> is_in_history(const std::string& root, const ForgetTargets& targets);

struct PurgeDone {
  PurgeReport report;
  history::Purged purged;
};
// After the commit that forgets. `keep_days`: 0 = the history as it was goes at once. kConflict,
// and nothing written, where a file still says it as it is committed.
Result<PurgeDone> purge(const workspace::Workspace& workspace, const ForgetTargets& targets,
                        unsigned keep_days, Time now);

// The refs that earlier purges keep the history under as it was.
Result<std::vector<std::string>> kept_backups(const std::string& root);
// Backups whose day has come go, with what only they held.
Status drop_expired_backups(const std::string& root, Time now);

}  // namespace pyramid::ops
