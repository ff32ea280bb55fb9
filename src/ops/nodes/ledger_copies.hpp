// Conflict copies of the ledger's files, where two machines have one name or one was restored.
#pragma once

#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"
#include "workspace/workspace.hpp"

namespace pyramid::ops {

// Puts the events of each copy into the file that it is a copy of, each once and by time, and takes
// the copy away. The same events give the same bytes, so that two machines that do it apart are
// done. No event of it is told in the ledger.
Status unite_ledger_copies(FileSystem& files, const workspace::Workspace& workspace);

}  // namespace pyramid::ops
