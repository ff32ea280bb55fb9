// Which versions of which files have to leave git's history, so that what was forgotten is in none.
#pragma once

#include "ops/forget_targets.hpp"
#include "pyramid/forget.hpp"
#include "pyramid/time.hpp"

#include <string>

namespace pyramid::ops {

// Why there can be no purge: kConflict, or kNotFound where the workspace is in no repository.
Status can_purge(const std::string& root, const std::vector<ForgottenPlace>& kept);

// After the commit that forgets. `keep_days`: 0 = the history as it was goes at once.
Result<PurgeReport> purge(const std::string& root, const ForgetTargets& targets, unsigned keep_days,
                          Time now);

// Backups whose day has come go, with what only they held.
Status drop_expired_backups(const std::string& root, Time now);

}  // namespace pyramid::ops
