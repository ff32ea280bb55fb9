// Words that git keeps beside its objects: names of branches and tags, settings, what is staged.
// No rewriting of history reaches them.
#pragma once

#include "pyramid/result.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::history {

using Says = std::function<bool(std::string_view text)>;

struct GitTrace {
  // A name for a branch or tag; for a staged file its path in the workspace; else a file of git's
  // own, as ".git/config".
  std::string path;
  std::size_t line = 0;  // 0 = its name, or the whole
  std::string what;      // "branch", "tag", "staged", "git"
};
// What says it and stays after a purge. The lines of `merge.pyramid`, which are ours, do not count,
// nor do git's sample hooks.
Result<std::vector<GitTrace>> traces_beside_objects(const std::string& root, const Says& says);

// How many commits of branches and tags have an author or committer whose name or address says it.
Result<std::size_t> commits_by(const std::string& root, const Says& says);

// Whether a message of a commit or tag does.
Result<bool> messages_say(const std::string& root, const Says& says);
// Whether an object does that no branch or tag leads to: what was staged once, or lies in a reflog.
Result<bool> unreachable_objects_say(const std::string& root, const Says& says);

// Takes away what git notes on its way and what is over then: reflogs, messages that were being
// written, heads that were fetched or left, what conflicts were settled.
Status drop_passing_notes(const std::string& root);

}  // namespace pyramid::history
