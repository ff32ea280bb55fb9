// The event of a task between the file that it is of and the ledger: who is killed there leaves it
// to the next command. Of this machine, below .pyramid/.
#pragma once

#include "base/digest.hpp"
#include "ops/calls/services.hpp"
#include "pyramid/result.hpp"
#include "workspace/workspace.hpp"

#include <optional>
#include <string>

namespace pyramid::ops {

struct UntoldTask {
  std::string task, state;  // its id, and what becomes of it
  Time at;
  std::string path;              // of a file that is about to be written
  std::optional<Digest> before;  // what it holds until then; nullopt: it is not there
};
// To be called before the file is written, and forgotten once the ledger has it.
Status note_untold(const Services& services, const workspace::Workspace& workspace,
                   const UntoldTask& event);
Status forget_untold(FileSystem& files, const workspace::Workspace& workspace);

// Tells the ledger what a killed command did not, if its file came to be and nobody told it since.
Status tell_untold(const Services& services, const workspace::Workspace& workspace);

}  // namespace pyramid::ops
