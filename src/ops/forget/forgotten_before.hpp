// What was forgotten or deleted before of the same thing, and git's history still has.
#pragma once

#include "ops/forget/forget_targets.hpp"
#include "workspace/workspace.hpp"

namespace pyramid::ops {

// `targets` and, of what history has, the nodes and turns that the wish means and the memory has
// no more: with a tombstone, or deleted by hand; with their words, and of --person the names of the
// model's old files too. Of the deleted ones those that say it go into `targets` too: they get a
// tombstone, for another machine may have changed the file. kNotFound where the workspace is in no
// repository.
Result<ForgetTargets> with_forgotten_before(FileSystem& files,
                                            const workspace::Workspace& workspace,
                                            const WorkingSet& memory, const ForgetOptions& options,
                                            ForgetTargets& targets);

}  // namespace pyramid::ops
