// What a forget is about to do: written before it begins, removed when it is done.
//
// Everything that a forget does is done by doing it again: so nothing is noted of how far it came,
// but for what can be known before alone (the targets, which are gone from the memory then, and the
// history as it was, of which a backup is to be kept). One JSON object; it holds the words, and
// goes with them.
#pragma once

#include "ops/forget/forget_targets.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"
#include "workspace/workspace.hpp"

#include <string>

namespace pyramid::ops {

struct ForgetJournal {
  ForgetTargets targets;  // of `emptied` the ids alone
  bool purge = false;
  std::string backup, backed_up;  // the ref of a backup, and its commit, once both are known
};

// What waits joins what is about to be done: both are done then.
void add_waiting(const ForgetJournal& waiting, ForgetJournal& journal);

Status write_journal(FileSystem& files, const workspace::Workspace& workspace,
                     const ForgetJournal& journal);
// kNotFound where there is none; kInvalid where it cannot be read.
Result<ForgetJournal> read_journal(FileSystem& files, const workspace::Workspace& workspace);
Status remove_journal(FileSystem& files, const workspace::Workspace& workspace);

}  // namespace pyramid::ops
