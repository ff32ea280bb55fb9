// Reading one file of the memory, in parts.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"

#include <cstddef>
#include <string>

namespace pyramid {

struct ReadOptions {
  WorkspaceOptions workspace;
  // Relative to the workspace, or absolute, in it or in one of its extra_paths; a citation's
  // `#L3-L5` names lines too. As links have it, percent-encoded, where no file is called just so.
  std::string path;
  std::size_t from = 1;   // 1-based: no file has line 0
  std::size_t lines = 0;  // at most; 0 = to the end
};

struct ReadReport {
  std::string path;  // relative to the workspace
  // Of the file; last < first: it is empty.
  std::size_t first_line = 0, last_line = 0, all_lines = 0;
  std::string text;  // those lines
};

// Needs no index. kUsage for a path outside of both, through a symlink too, and for what is no
// memory file; kNotFound where there is none, or no such lines or block.
Result<ReadReport> read_memory(const Environment& environment, const ReadOptions& options);

}  // namespace pyramid
