// The prompts of a workspace: those of the library, and the person's in their place.
#pragma once

#include "engine/chat/prompts.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"
#include "workspace/workspace.hpp"

namespace pyramid::ops {

// Reads prompts/<step>.md where the workspace has one. A file that cannot be used is named in the
// diagnostics, and the library's prompt holds.
engine::Prompts read_prompts(FileSystem& files, const workspace::Workspace& workspace,
                             Diagnostics& diagnostics);

}  // namespace pyramid::ops
