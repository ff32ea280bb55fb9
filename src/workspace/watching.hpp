// Who watches a workspace, and how others know that it has seen everything.
//
// The watcher holds a lock on `.pyramid/watch.lock`, which the kernel takes from it when it dies.
// Who wants to know whether the index says what the files say makes a file in `.pyramid/asks/`. The
// kernel tells the watcher of that after everything that was done before, so when the watcher has
// taken in all it was told and then removes the file, the index is true. No answer: nobody watches,
// or is busy; then one looks oneself.
#pragma once

#include "pyramid/file_system.hpp"
#include "workspace/workspace.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace pyramid::workspace {

inline constexpr std::string_view kAsksFolder = ".pyramid/asks";

// Makes the folder for questions, empty. kConflict where another one watches.
Result<std::unique_ptr<FileLock>> begin_watching(FileSystem& files, const Workspace& workspace);

// Removes that folder again. For who holds the lock.
void end_watching(FileSystem& files, const Workspace& workspace);

// Whether a watcher has taken in everything that was done before this call. Waits a quarter of a
// second at most, and not at all where nobody watches.
bool is_watched(FileSystem& files, const Workspace& workspace);

}  // namespace pyramid::workspace
