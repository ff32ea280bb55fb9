// What a file and its conflict copy came from.
#pragma once

#include "ops/nodes/copies.hpp"

#include <string>
#include <vector>

namespace pyramid::ops {

// Which of the versions that were committed, newest first. Two machines may have
// made the file apart, of what each was told: then neither took back what the other has. A copy of
// a conversation with the same turns is an edit of their words.
VersionBehind base_of(const std::string& path, const std::vector<std::string>& versions,
                      const std::string& ours, const std::string& theirs);

// Whether a conflict copy is the beginning of what is or was there, and no more, as a transfer
// leaves it that was cut off; or nothing at all.
bool breaks_off(const std::string& copy, const std::string& ours,
                const std::vector<std::string>& versions);

}  // namespace pyramid::ops
