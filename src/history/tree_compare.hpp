// Which files differ between two trees, at a cost that follows the differences: folders that are
// the same are not looked into.
#pragma once

#include "history/libgit2.hpp"
#include "history/past.hpp"
#include "pyramid/result.hpp"

#include <vector>

namespace pyramid::history {

// Sorted by path. Null = a tree without files. Symlinks and repositories inside are no files.
Result<std::vector<PastChange>> compare_trees(const Libgit2& git, git_repository* repository,
                                              const git_tree* before, const git_tree* after);

}  // namespace pyramid::history
