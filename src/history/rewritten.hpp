// What a rewriting of history takes from the commits of branches and tags.
#pragma once

#include "pyramid/result.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace pyramid::history {

struct MadeCommit {
  std::string id, author;  // an e-mail address
  bool is_signed = false;
};
// Those of branches and tags, and HEAD's.
Result<std::vector<MadeCommit>> commits_made(const std::string& root);

// Commits that get another name, and what that takes from them: signatures, which none keeps; and
// those among them that this repository's identity did not make.
struct Rewritten {
  std::size_t commits = 0, signatures = 0, others = 0;
};
// Of those that were there before, what is not among those that are there after.
Result<Rewritten> count_rewritten(const std::string& root, const std::vector<MadeCommit>& before,
                                  const std::vector<MadeCommit>& after);

}  // namespace pyramid::history
