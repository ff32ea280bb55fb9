// Where a repository lies, found without libgit2: a few looks at folders.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pyramid::history {

struct GitFolders {
  std::string own;     // holds HEAD; of a linked worktree that is not
  std::string common;  // the one with objects and refs
};
// Of the repository that encloses `root`; nullopt where there is none.
std::optional<GitFolders> find_git_folders(const std::string& root);

// What HEAD names: the id of a commit, a branch without one, or "" where it cannot be read.
std::string resolved_head(const GitFolders& folders);
// Whether there is any ref below a folder of them ("refs/pyramid/before-purge/").
bool has_refs_below(const GitFolders& folders, std::string_view folder);

}  // namespace pyramid::history
