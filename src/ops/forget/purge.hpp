// Which versions of which files have to leave git's history, so that what was forgotten is in none.
#pragma once

#include "history/purge.hpp"
#include "ops/forget/forget_targets.hpp"
#include "pyramid/forget.hpp"
#include "pyramid/time.hpp"
#include "workspace/workspace.hpp"

#include <cstddef>
#include <memory>
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

// What has to go from which versions. kConflict where a file still says it as it is committed.
struct PurgePlan {
  history::Purge git;
  std::size_t versions = 0;           // of files that go or lose lines
  std::shared_ptr<const void> looks;  // what git.reword looks into
};
Result<PurgePlan> plan_purge(const workspace::Workspace& workspace, const ForgetTargets& targets);

// After the commit that forgets, and with what others are told of it committed.
Result<PurgeReport> purge(const workspace::Workspace& workspace, const ForgetTargets& targets,
                          const PurgePlan& plan);

// The ref under which the history as it was stays for so many days; "": 0 days.
std::string backup_ref(unsigned keep_days, Time now);

// The refs that earlier purges keep the history under as it was.
Result<std::vector<std::string>> kept_backups(const std::string& root);
// Backups whose day has come go, with what only they held.
Status drop_expired_backups(const std::string& root, Time now);

}  // namespace pyramid::ops
