// Who the assistant and the person are, in short.
#pragma once

#include "ops/ask/context.hpp"
#include "pyramid/file_system.hpp"
#include "workspace/workspace.hpp"

#include <cstddef>

namespace pyramid::ops {

// What a person wrote into SOUL.md and USER.md; as `init` left them they say nothing.
void add_identity(FileSystem& files, const workspace::Workspace& workspace, std::size_t most,
                  Context& context);

}  // namespace pyramid::ops
