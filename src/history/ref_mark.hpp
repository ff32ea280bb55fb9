// Tells of a branch that this process is moving. git's lock on a branch names nobody; by the mark
// it is known whose a lock is that a killed process left.
#pragma once

#include <string>

namespace pyramid::history {

// `head`: the HEAD file of the repository or worktree; `ref`: the file of what is moved, which git
// locks with `.lock` behind its name. The mark stands beside `head`, and goes when this does.
class RefMark {
 public:
  RefMark(const std::string& head, const std::string& ref);
  ~RefMark();
  RefMark(const RefMark&) = delete;
  RefMark& operator=(const RefMark&) = delete;

 private:
  std::string path_;
};

// Takes away the locks that killed processes of this program left while they moved a branch: of
// those that their marks tell, the ones that were taken when the mark was made.
void release_stale_refs(const std::string& head);

}  // namespace pyramid::history
