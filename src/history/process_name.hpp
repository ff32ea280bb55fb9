// Names of files that say which process of this program made them: where it is gone, they are
// nobody's.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace pyramid::history {

// `base` with this process's number and, where the system tells it, its beginning behind it, as in
// "index.pyramid-4711-90210": a number alone is soon another process's.
std::string named_by_this_process(const std::string& base);
// Files beside `base` that processes named so which are gone.
std::vector<std::string> named_by_the_gone(const std::string& base);

// Whether a process that still has its number has ended, and nobody asked how: it does nothing any
// more. False where nobody tells.
bool has_ended(pid_t process);

}  // namespace pyramid::history
