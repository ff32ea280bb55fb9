// A forget that was stopped: what is left of it, every command looks for, and the next one that
// writes ends it.
#pragma once

#include "ops/calls/services.hpp"
#include "pyramid/environment.hpp"
#include "pyramid/forget.hpp"
#include "pyramid/result.hpp"
#include "workspace/workspace.hpp"

#include <string>

namespace pyramid::ops {

struct Opened;

// Where a forget notes what it is about to do, from before its first write until it is done
// (ops/forget/forget_journal.hpp): in git's folder, as `.pyramid/` may be deleted at any time;
// there where no git is.
std::string forget_journal_path(const workspace::Workspace& workspace);

// Defined in ops/forget, which stands below: whoever opens a workspace has to be able to end it.
// REQUIRES: `opened` holds the lock. Its index is another one then, and its scan is of before.
Result<ForgetReport> end_stopped_forget(Services& services, const WorkspaceOptions& options,
                                        Opened& opened);

}  // namespace pyramid::ops
