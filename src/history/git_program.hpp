// The git program, for what it does better than a library: the network with people's keys and
// credential helpers, merges with their drivers and hooks.
#pragma once

#include "history/gate.hpp"
#include "pyramid/result.hpp"

#include <string>
#include <vector>

namespace pyramid::history {

struct GitAnswer {
  int exit_code = 0;
  std::string out, err;
};

// Runs `git ARGUMENTS…` in `folder`, without a shell, and waits for it. Its messages are English;
// it opens no editor; what a hook may have set of where the repository is does not reach it. Any
// exit code is an answer; kNotFound where there is no such program, kIo where it cannot be run.
// `environment`: "NAME=value" beside ours.
Result<GitAnswer> ask_git(const std::string& folder, const std::vector<std::string>& arguments,
                          const std::string& input = {},
                          const std::vector<std::string>& environment = {});
// What it failed by: kIo where this machine's disk refused, as where it is full; else kConflict.
ErrorKind kind_of(const GitAnswer& answer);
// Its output; a failure of that kind, with what it said, where the exit code is not 0.
Result<std::string> run_git(const std::string& folder, const std::vector<std::string>& arguments,
                            const std::string& input = {});
// The line of what git said that tells most: the first "fatal:" or "error:", else the last; of a
// connection that failed the one that ssh, or another helper, said before.
std::string reason_of(const GitAnswer& answer);
// Why git could not bring other commits in: kConflict, at the first of the files that are not
// committed and that it would write over, with what to do. One that the gate does not admit goes
// first: to commit it, or to put it away with git, is no way out.
Failure cannot_bring_in(const std::string& root, const GitAnswer& answer, Gate& gate);

}  // namespace pyramid::history
