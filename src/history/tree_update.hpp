// The tree of a commit: another tree with some files changed, at a cost that follows the changes
// and not the size of the tree.
#pragma once

#include "history/libgit2.hpp"
#include "pyramid/result.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace pyramid::history {

struct TreeChange {
  std::string path;             // relative to the repository
  std::optional<git_oid> blob;  // nullopt = removed
  // As the disk has it; without one, update_tree() puts in what the tree has, or a plain file.
  std::optional<git_filemode_t> mode;
  // mark_of() the file when the blob was read from it; 0: it was not. For who makes git's index.
  std::uint64_t read_at = 0;
};

// Writes `base` (nullptr = empty) with `changes` applied and gives its id. A file takes the place
// of a folder and the other way round; removing what is not there changes nothing; a folder left
// empty goes.
// REQUIRES: changes sorted by path, each path once.
Result<git_oid> update_tree(const Libgit2& git, git_repository* repository, const git_tree* base,
                            std::span<TreeChange> changes);

}  // namespace pyramid::history
