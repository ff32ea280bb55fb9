#include "ops/opened.hpp"

#include <string_view>
#include <utility>

namespace pyramid {

Result<std::string> find_workspace(FileSystem& files, const std::string& from) {
  return workspace::find_root(files, from);
}

namespace ops {

Result<Opened> open(Services& services, const WorkspaceOptions& options, Access access) {
  Opened opened;
  PYRAMID_ASSIGN(opened.workspace, workspace::open(services.files, options.root));
  if (access != Access::kReadUnchecked) {
    PYRAMID_TRY(workspace::ensure_cache_folder(services.files, opened.workspace));
  }
  if (access == Access::kWrite) {
    PYRAMID_ASSIGN(opened.lock, workspace::lock(services.files, opened.workspace));
  }
  index::OpenOptions how;
  how.writable = access != Access::kReadUnchecked;
  how.database = options.database;
  PYRAMID_ASSIGN(opened.index,
                 index::open(opened.workspace, services.embedder.name(), services.embedder.dims(),
                             how, [&](std::string_view line) { services.progress.notice(line); }));
  if (access != Access::kReadUnchecked) {
    PYRAMID_ASSIGN(opened.scan, opened.index->refresh(services.files, services.embedder,
                                                      services.progress, false));
  }
  const Diagnostics& of_settings = opened.workspace.diagnostics;
  opened.scan.diagnostics.insert(opened.scan.diagnostics.begin(), of_settings.begin(),
                                 of_settings.end());
  return opened;
}

}  // namespace ops
}  // namespace pyramid
