// Taking back what a sync did, or what became of a node.
#pragma once

#include "pyramid/memory_history.hpp"
#include "pyramid/result.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pyramid {

struct RevertOptions {
  WorkspaceOptions workspace;
  std::string what;    // a commit, or a node or file as HistoryOptions::what
  std::string folder;  // as HistoryOptions
  std::string to;  // of a node: as it was then, as DiffOptions::from; "" = before its last change
  bool dry_run = false;
};

struct RevertReport {
  std::optional<MemoryCommit> reverted;  // a commit; nullopt: a node
  // Of a merge: its first parent, whose side stays; what the merge brought to it is taken back.
  std::optional<MemoryCommit> kept_parent;
  std::vector<MemoryChange> changes;  // what the revert does
  std::vector<std::string> left;      // files that changed again since: left as they are
  std::string commit;                 // the new one; "" = nothing to put back, or a dry run
  std::string to_do;                  // what the next sync has to write again; "" = nothing
  Diagnostics diagnostics;
};

// Writes the files and one commit of just these; what the person has staged stays staged.
// kConflict, and nothing written, where a file that it would touch has changes that are not
// committed; for a commit with which a shallow clone begins. kNotFound for what is neither a commit
// nor a node, or was not there at `to`; kUsage for `to` with a commit.
Result<RevertReport> revert(const Environment& environment, const RevertOptions& options);

}  // namespace pyramid
