// The commits of a branch, one after another.
#pragma once

#include "history/libgit2.hpp"
#include "pyramid/result.hpp"

#include <functional>
#include <string>

namespace pyramid::history {

enum class WalkOrder {
  kAsLog,       // as `git log` has it: a child stands before its parents, whatever the clocks
  kTopological  // and what is on one branch stands together
};

// From HEAD on, until `take` says false; nothing where HEAD is unborn. A shallow clone ends where
// its commits do. kInvalid for a history that cannot be read; `workdir`: where, and where git runs.
Status walk_commits(const Libgit2& git, git_repository* repository, const std::string& workdir,
                    WalkOrder order, const std::function<Result<bool>(git_commit*)>& take);

}  // namespace pyramid::history
