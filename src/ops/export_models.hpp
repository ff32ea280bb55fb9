// The export with everything borrowed: what a sync does at its end.
#pragma once

#include "ops/services.hpp"
#include "pyramid/export_models.hpp"
#include "workspace/workspace.hpp"

#include <string>

namespace pyramid::ops {

// REQUIRES: the caller holds the workspace's lock. `directory` as in ExportOptions.
Result<ExportReport> export_models(FileSystem& files, const workspace::Workspace& workspace,
                                   const std::string& directory);

}  // namespace pyramid::ops
