#include "ops/run/stopped_forget.hpp"

#include "base/path.hpp"
#include "history/leftovers.hpp"
#include "workspace/layout.hpp"

namespace pyramid::ops {

std::string forget_journal_path(const workspace::Workspace& workspace) {
  constexpr const char* kName = "forget";
  std::string file = history::own_file(workspace.root, kName);
  if (!file.empty()) return file;
  return workspace.absolute(path::join(workspace::kCacheFolder, kName));
}

}  // namespace pyramid::ops
