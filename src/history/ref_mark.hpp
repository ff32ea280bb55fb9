// Tells of a branch that this process is moving. git's lock on a branch names nobody; by the mark
// it is known whose a lock is that a killed process left.
#pragma once

#include "pyramid/result.hpp"

#include <string>

namespace pyramid::history {

// `head`: the HEAD file of the repository or worktree; `ref`: the file of what is moved, which git
// locks with `.lock` behind its name; `tip`: the id of the commit that it moves to, which no other
// program writes into such a lock. The mark stands beside `head`, and goes when this does.
class RefMark {
 public:
  RefMark(const std::string& head, const std::string& ref, const std::string& tip);
  ~RefMark();
  RefMark(const RefMark&) = delete;
  RefMark& operator=(const RefMark&) = delete;

 private:
  std::string path_;
};

// Takes away the locks that killed processes of this program left while they moved a branch: of
// those that their marks tell, the ones that hold their commit, or nothing yet and were taken when
// the mark was made.
void release_stale_refs(const std::string& head);

// Whether somebody holds the lock of this file of a branch; and the failure that says so.
bool is_locked(const std::string& ref);
Failure ref_is_held(const std::string& ref);

}  // namespace pyramid::history
