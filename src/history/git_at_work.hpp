// What is left where git was killed together with the program that ran it.
#pragma once

#include "history/stopped_merge.hpp"
#include "pyramid/result.hpp"

#include <optional>
#include <string>
#include <vector>

namespace pyramid::history {

// Notes in `folder` that a git of this process brings `commit` into the working tree, from before
// it begins until after it has ended.
class GitAtWork {
 public:
  GitAtWork(const std::string& folder, const std::string& commit);
  ~GitAtWork();
  GitAtWork(const GitAtWork&) = delete;
  GitAtWork& operator=(const GitAtWork&) = delete;

  // The git has ended and failed. Where it was killed, by itself, its lock lies there: then the
  // note stays, for the next process to take up what is left.
  void ended(const std::string& root);

 private:
  std::string note_;
  bool stays_ = false;
};

// The commit that a process was bringing in which is gone, by the notes in `folder`; nullopt where
// there is none, and as long as any git works in `root` or around it (that its process was killed
// need not have stopped it).
std::optional<std::string> cut_off(const std::string& folder, const std::string& root);
// Takes the notes of gone processes away.
void forget_cut_off(const std::string& folder);

// Whether any git works in `root` or around it; true where nobody can tell.
bool is_git_at_work(const std::string& root);

// Takes away git's lock on the index, and what a killed merge leaves of its own in the working
// tree. REQUIRES: no git is at work.
Status drop_remains(const std::string& root);
// Files as the sides of a merge of HEAD and `commit` have them.
std::vector<Unmerged> three_sides(const std::string& root, const std::string& commit,
                                  const std::vector<std::string>& paths);
// Whether HEAD has this commit already.
bool is_brought_in(const std::string& root, const std::string& commit);

}  // namespace pyramid::history
