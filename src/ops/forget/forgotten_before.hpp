// What earlier runs forgot of the same thing, and git's history still has.
#pragma once

#include "ops/forget/forget_targets.hpp"
#include "workspace/workspace.hpp"

namespace pyramid::ops {

// `targets` and, of what history has, the nodes and turns with a tombstone that the wish means,
// with their words; of --person the names of the model's old files too. Nothing that has no
// tombstone comes in. kNotFound where the workspace is in no repository.
Result<ForgetTargets> with_forgotten_before(FileSystem& files,
                                            const workspace::Workspace& workspace,
                                            const ForgetOptions& options, ForgetTargets targets);

}  // namespace pyramid::ops
