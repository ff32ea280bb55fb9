// The export with everything borrowed: what a sync does at its end.
#pragma once

#include "ops/calls/services.hpp"
#include "pyramid/export_models.hpp"
#include "pyramid/sync.hpp"
#include "workspace/workspace.hpp"

#include <set>
#include <string>

namespace pyramid::ops {

// REQUIRES: the caller holds the workspace's lock. `directory` and `force` as in ExportOptions.
Result<ExportReport> export_models(FileSystem& files, const workspace::Workspace& workspace,
                                   const std::string& directory, bool force = false);

// What that would come to in the folder that the settings name, without a byte written, once the
// sections of these models say something else. `written` are the files that it would write.
Result<ExportReport> expected_exports(FileSystem& files, const workspace::Workspace& workspace,
                                      const std::set<std::string>& models);

// Puts what came of it into the report of a sync. A folder that cannot be exported to is named
// there; the memory itself is up to date.
void take_exports(const Result<ExportReport>& exported, const workspace::Workspace& workspace,
                  SyncReport& report);

}  // namespace pyramid::ops
