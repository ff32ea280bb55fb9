// Whether a person vouched, on this machine, for the programs that a repository's own settings name
// for files on their way into git and out of it.
//
// A folder that comes from elsewhere may have its `.git/config` with it, and git would run what
// that names at any look at a file. What is written here holds for this repository in this place
// alone: of a copy of it, place and inode differ.
#pragma once

#include "pyramid/result.hpp"

#include <string>

namespace pyramid::history {

// False where there is no repository.
bool is_vouched_for(const std::string& root);
// Success, and nothing written, where there is no repository.
Status vouch_for(const std::string& root);
// From now on nobody does.
Status forget_vouching(const std::string& root);

}  // namespace pyramid::history
