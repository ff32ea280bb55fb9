// What stands so for longer than one command, and is told once.
#pragma once

#include "pyramid/error.hpp"
#include "pyramid/file_system.hpp"
#include "workspace/workspace.hpp"

namespace pyramid::ops {

// Those of `found` that no command told before in these words and of this place; now they are told.
// Remembered below .pyramid/: whoever deletes that is told once more.
Diagnostics not_yet_told(FileSystem& files, const workspace::Workspace& workspace,
                         Diagnostics found);

// Adds to `diagnostics`, in one line, of which notes a head is no YAML that nobody was told of yet.
void tell_heads(FileSystem& files, const workspace::Workspace& workspace, const Diagnostics& heads,
                Diagnostics& diagnostics);
// As `check` says it, of each.
Diagnostics heads_told(const Diagnostics& heads);

// Whether a diagnostic is of those that are told once: it holds when a later round does not repeat
// it.
bool is_told_once(const Diagnostic& diagnostic);

}  // namespace pyramid::ops
