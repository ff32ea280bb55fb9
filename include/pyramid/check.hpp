// Holding every file against its schema and every link against the files.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"

#include <cstddef>

namespace pyramid {

struct CheckReport {
  std::size_t files = 0, links = 0;
  Diagnostics problems;  // by path, then line
};

// Unreadable and broken files, schema violations, links that lead nowhere or out of the workspace,
// two files with one id, observations without a turn. Changes no file.
Result<CheckReport> check(const Environment& environment, const WorkspaceOptions& options);

}  // namespace pyramid
