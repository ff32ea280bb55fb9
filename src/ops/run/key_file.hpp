// Whether git could give a key away.
#pragma once

#include "history/repository.hpp"
#include "pyramid/error.hpp"
#include "pyramid/file_system.hpp"
#include "workspace/workspace.hpp"

#include <optional>

namespace pyramid::ops {

// What is to be said of a `.env` that git keeps. A look at one file where there is none.
std::optional<Diagnostic> key_file_in_git(FileSystem& files, const workspace::Workspace& workspace,
                                          history::Repository& repository);

}  // namespace pyramid::ops
