// What a purge tells other machines: with which commits no history may come back.
//
// Names in `forgotten/`, beside the tombstones, one file each, so that purges made apart unite:
// `purged-<commit>`, the first commit that held what went; `before-purge-<commit>`, the last one
// that was shared before. A history with one of the first kind in it still says it.
#pragma once

#include "history/purge.hpp"
#include "history/remote.hpp"
#include "ops/nodes/working_set.hpp"
#include "pyramid/error.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"
#include "pyramid/sync.hpp"
#include "pyramid/time.hpp"
#include "workspace/workspace.hpp"

#include <string>
#include <vector>

namespace pyramid::ops {

// Writes and commits them, before the history is rewritten: a purge that is stopped lets no other
// machine bring it back. The commit; "" where they are there.
Result<std::string> mark_purged(WorkingSet& memory, const history::PurgeMarks& marks,
                                const std::string& root, Time now, Diagnostics& diagnostics);

// How HEAD and what was fetched may meet.
struct Meeting {
  // HEAD still holds what was purged elsewhere: its files move onto the other end's history, merged
  // as from `base`, the last commit that both had; "": they are merged already.
  bool follows = false;
  std::string base;
};
// kConflict, with what to do, where the other end holds what was purged here, and where HEAD cannot
// follow; where both hold it again, that is said. One listing of names as long as nothing was ever
// purged.
Result<Meeting> may_meet(FileSystem& files, const workspace::Workspace& workspace,
                         const history::Remote& remote, const history::Distance& apart,
                         Diagnostics& diagnostics);

// After the merge, and the sync that made good what came of it: HEAD follows, and it is told.
Status follow_purged(const workspace::Workspace& workspace, const history::Remote& remote,
                     const std::string& machine, std::vector<SyncStep>& told);

}  // namespace pyramid::ops
