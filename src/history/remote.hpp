// The other end of a repository, through the git program: people's keys, helpers and hooks are its.
#pragma once

#include "pyramid/result.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace pyramid::history {

struct Remote {
  std::string name, branch;   // here
  std::string there;          // the branch at the other end
  std::string tracking;       // refs/remotes/…, which fetch() brings up to date
  bool has_upstream = false;  // the branch's own settings name one, this or another
};
// The remote to work with: `asked`, else the branch's own, else origin, else the only one. kUsage
// where there is none; kConflict on a detached HEAD.
Result<Remote> find_remote(const std::string& root, const std::string& asked);

// nullopt: done. Else why the other end was not reached, in its own words.
Result<std::optional<std::string>> fetch(const std::string& root, const Remote& remote);

struct Distance {
  std::size_t theirs = 0;  // commits that HEAD does not have
  std::size_t ours = 0;    // commits that the other end does not have
};
Result<Distance> distance(const std::string& root, const Remote& remote);

// HEAD moves to the other end's commit. REQUIRES: distance().ours == 0.
Status move_forward(const std::string& root, const Remote& remote);

enum class Pushed { kDone, kOvertaken, kRefused };
struct PushAnswer {
  Pushed how = Pushed::kDone;
  std::string why;  // of a refusal
};
// kOvertaken: another machine was faster.
Result<PushAnswer> push(const std::string& root, const Remote& remote);

}  // namespace pyramid::history
