// SOUL.md, USER.md and TOOLS.md for programs that read such files.
#pragma once

#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"

#include <string>
#include <vector>

namespace pyramid {

struct ExportOptions {
  WorkspaceOptions workspace;
  std::string directory;  // absolute; "" = as `export` in pyramid.yaml says
  bool force = false;     // also over a person's file, which goes to NAME.bak first
};

struct ExportReport {
  std::string directory;             // absolute
  std::vector<std::string> written;  // names of files
  std::vector<std::string> unchanged;
  Diagnostics diagnostics;  // a file that is not ours, or was edited, is named and left
};

// Writes what MEMORY.md says of the assistant, the user and the system to SOUL.md, USER.md and
// TOOLS.md, as Recent, This Month and Historical. A file that says it already is not touched; one
// that this function did not write, or that a person edited since, is left as it is. A folder of
// the workspace must be one that is not read as memory: export/, or one that begins with a dot.
// kUsage for any other, and where neither the options nor the settings name one. Needs the lock.
Result<ExportReport> export_models(const Environment& environment, const ExportOptions& options);

}  // namespace pyramid
