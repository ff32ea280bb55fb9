// What a person has staged, put aside while git merges, and staged again afterwards.
//
// `.pyramid/staged` notes it in between, so that a kill at any moment leaves it to the next
// command.
#pragma once

#include "pyramid/error.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"
#include "workspace/workspace.hpp"

#include <string>

namespace pyramid::ops {

// Before git merges `commit`. kConflict at the first staged file that the merge changes too: then
// nothing was put aside.
Status put_staged_aside(FileSystem& files, const workspace::Workspace& workspace,
                        const std::string& commit);
// Stages it again, unless a merge is under way: then it waits for that to end. One warning for each
// file that is another since and so stays as it is. Nothing where nothing is aside.
Result<Diagnostics> return_staged(FileSystem& files, const workspace::Workspace& workspace);

}  // namespace pyramid::ops
