// What the argument of `why` names.
#pragma once

#include "index/index.hpp"
#include "ops/nodes/working_set.hpp"
#include "pyramid/why.hpp"
#include "workspace/workspace.hpp"

#include <cstddef>
#include <string>

namespace pyramid::ops {

struct Target {
  std::string path;      // of a memory file that exists, workspace-relative
  std::size_t line = 0;  // 1-based; 0 = the file as a whole
  std::size_t last = 0;  // of several lines the last, that or one before: there is one
};

// What is named is a path, with lines behind it as citations have them or without. A file is looked
// for from options.folder, then from the workspace's root; what is no file is taken for an id.
// Failures as why() has them.
Result<Target> find_target(FileSystem& files, const workspace::Workspace& workspace,
                           index::Index& index, const WorkingSet& memory,
                           const WhyOptions& options);

}  // namespace pyramid::ops
