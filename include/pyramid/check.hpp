// Holding every file against its schema, every link against the files, and the files against each
// other.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"
#include "pyramid/sync.hpp"

#include <cstddef>
#include <vector>

namespace pyramid {

struct CheckOptions {
  WorkspaceOptions workspace;
  bool fix = false;  // mend first what can be mended without a loss
};

struct CheckReport {
  std::size_t files = 0, links = 0;
  Diagnostics problems;         // by path, then line; with `fix` those that are left
  std::vector<SyncStep> fixed;  // "mend" (links), "id"
};

// Unreadable and broken files, schema violations, links that lead nowhere or out of the workspace,
// two files with one id, tiers that do not fit, cycles, times in the future, observations that
// say neither their turn nor their source, summaries without sources. Changes no file, unless
// `fix`: then links to moved files are mended and a second file with an id gets one of its own, in
// one commit (needs the lock: kConflict).
Result<CheckReport> check(const Environment& environment, const CheckOptions& options);

}  // namespace pyramid
