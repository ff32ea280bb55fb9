// Paths that a caller names, held to the workspace.
#pragma once

#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"
#include "workspace/workspace.hpp"

#include <optional>
#include <string>

namespace pyramid::ops {

// The file that is called so with its letters composed in another way, as a Mac takes names apart.
std::optional<std::string> as_spelled(FileSystem& files, const workspace::Workspace& workspace,
                                      const std::string& relative);

// A memory file's path relative to the workspace, from one that is given so or absolute. kUsage for
// a path that leads out of it, through a symlink too, and for what is no memory file; kNotFound for
// what is not there.
Result<std::string> path_inside(FileSystem& files, const workspace::Workspace& workspace,
                                const std::string& given);

// The same of a path as links write it, percent-encoded, where no file has the very name.
Result<std::string> linked_path(FileSystem& files, const workspace::Workspace& workspace,
                                const std::string& given);

// As path_inside(), of a file that may only be read: one of the ledger or of extra_paths will do,
// named as search names it or by any other way to it. kUsage too for a symlink that leads out of
// it.
Result<std::string> readable_path(FileSystem& files, const workspace::Workspace& workspace,
                                  const std::string& home, const std::string& given);

}  // namespace pyramid::ops
