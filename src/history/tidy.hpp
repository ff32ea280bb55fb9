// What git keeps longer than a memory needs it. Costs a look into a folder where nothing is to be
// done, and runs the git program where something is.
#pragma once

#include "pyramid/result.hpp"

#include <string>
#include <vector>

namespace pyramid::history {

// Where loose objects are more than 2,000 or larger than 4 MB together, packs them (`git repack`),
// and lets `git gc --auto` do what else git finds due. Where a person has set `gc.auto`, that alone
// says when (0: never). Waits for it, so that nothing goes on when the command has ended. kConflict
// with what git said where it fails; without a git program, or a repository, nothing happens.
Status pack_loose_objects(const std::string& root);

// The refs in a folder of them, which ends with a slash. Asks git only where there is one.
Result<std::vector<std::string>> refs_below(const std::string& root, const std::string& folder);
// Refs in the folder of `ref` whose names come before its own go, with what only they held.
Status drop_refs_before(const std::string& root, const std::string& ref);

}  // namespace pyramid::history
