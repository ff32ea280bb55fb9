// What a command has written and not committed yet, in `.pyramid/unfinished`.
//
// A command that is killed leaves files of its own beside those that a person edited. The next one
// reads here which are which, so that a commit "by hand" holds what somebody did by hand. A cache:
// without it all counts as edited by hand. The workspace's lock is held.
#pragma once

#include "base/digest.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/result.hpp"
#include "workspace/workspace.hpp"

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

// By path, the digests of the bytes that were written or about to be; nullopt: removed.
using Unfinished = std::map<std::string, std::set<std::optional<Digest>>, std::less<>>;

// A file with the digest of the bytes that it will have; nullopt: it will be removed.
struct Unwritten {
  std::string_view path;
  std::optional<Digest> digest;
};
// To be called before the files are touched. A disk that has no room for it will say so of them.
void note_unfinished(FileSystem& files, const workspace::Workspace& workspace,
                     std::span<const Unwritten> unwritten);
// Damaged lines are skipped.
Unfinished read_unfinished(FileSystem& files, const workspace::Workspace& workspace);
// Removes the temporary files of a command that was killed, in the folders that it wrote to.
Status sweep_unfinished(FileSystem& files, const workspace::Workspace& workspace);
// After they were committed.
Status forget_unfinished(FileSystem& files, const workspace::Workspace& workspace);
// These alone.
Status forget_unfinished(FileSystem& files, const workspace::Workspace& workspace,
                         const std::vector<std::string>& paths);

}  // namespace pyramid::ops
