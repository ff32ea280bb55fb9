// git's locks that nobody holds any more: a lock names nobody, and one whose owner was killed stops
// every commit.
#pragma once

#include <string>
#include <vector>

namespace pyramid::history {

// Says that a process of this program works on a repository, itself or with a git that it runs,
// from before the first lock until after the last: a file beside `head`, the HEAD file of the
// repository or worktree. One for each process, that of who began first.
class WorkMark {
 public:
  explicit WorkMark(const std::string& head);
  ~WorkMark();
  WorkMark(const WorkMark&) = delete;
  WorkMark& operator=(const WorkMark&) = delete;

 private:
  std::string path_;
};

// Whether a process that had marked its work below `own`, as below, is gone. One look at a folder.
bool is_marked_by_the_gone(const std::string& own);

// git's locks (`*.lock`) in a git folder and all folders below it; loose objects have none.
std::vector<std::string> locks_below(const std::string& folder);

// Takes away the marks of such processes, and the locks in the git folders whose owner is dead, but
// not those of other worktrees and of submodules; docs/git.md has the rule. `own`, `common`: the
// git folders of a worktree, with a slash behind; `root`: where it lies.
//
// A lock is dead where no process of this machine has it open, no git works in the repository or
// around it, the folder is on no network file system (whose other machines nobody sees), and
// - a process that had marked its work is gone, and the lock is no older than its mark; or
// - the lock is older than ten minutes.
void release_dead_locks(const std::string& own, const std::string& common, const std::string& root);

}  // namespace pyramid::history
