// What git's merge driver did, which nobody sees then: noted for the next sync to tell.
//
// `.pyramid/merged`, a line each: "<digest> <path>\t<what became of it>". The digest is that of the
// merged file: where it is another file since, the merge was dropped or settled, and nothing is
// told. A cache.
#pragma once

#include "merge/merge.hpp"
#include "ops/calls/services.hpp"
#include "pyramid/sync.hpp"
#include "workspace/workspace.hpp"

#include <string>
#include <vector>

namespace pyramid::ops {

// `root`: of the workspace; `path`: in it. Without a cache folder nothing is noted.
void note_merged(FileSystem& files, const std::string& root, const std::string& path,
                 const merge::Merged& merged);
// What was noted joins `told`, each once, and is forgotten.
Status tell_merged(FileSystem& files, const workspace::Workspace& workspace,
                   std::vector<SyncStep>& told);

}  // namespace pyramid::ops
