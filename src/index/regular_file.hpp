// What stands in the place of a file of the index. Only regular files are ours: a pipe would be
// waited for, and a link leads to what may be somebody's.
#pragma once

#include "pyramid/result.hpp"

#include <string>

namespace pyramid::index {

// As ::open() with a mode of 0644, but waits for nothing and follows no link in the last place. -1
// with errno, EINVAL where there is something else than a regular file.
int open_regular(const std::string& path, int flags);

// kCorruptCache where something else than a regular file is there, to be removed as any damage.
Status check_regular(const std::string& path);

// What removes it, whatever it is; an empty folder too. A folder that holds something gets the name
// `PATH.put-aside-1`. kIo where the file system refuses. Nothing there is no failure.
Status remove_entry(const std::string& path);

}  // namespace pyramid::index
