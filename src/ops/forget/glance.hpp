// A look at many files, which tells those that need a second one.
#pragma once

#include "base/string_finder.hpp"
#include "ops/forget/unwanted.hpp"
#include "pyramid/file_system.hpp"
#include "workspace/workspace.hpp"

#include <string>
#include <vector>

namespace pyramid::ops {

// Whether each of the files may say what is unwanted, as may_say() has it, or holds one of the
// names. One that cannot be read does not; `files` is asked on several threads.
std::vector<char> glance(FileSystem& files, const workspace::Workspace& workspace,
                         const std::vector<std::string>& paths,
                         const std::vector<Unwanted>& unwanted, const StringFinder& names);

// So many at once: what holds their paths stays small, and a stop is soon heeded.
constexpr std::size_t kAtOneGlance = 4096;

}  // namespace pyramid::ops
