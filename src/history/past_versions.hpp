// What a file was in the commits before.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace pyramid::history {

// The bytes of a workspace file as the last `most` commits that changed it had them, newest first.
// None where git cannot tell.
std::vector<std::string> past_versions(const std::string& root, const std::string& path,
                                       std::size_t most);

}  // namespace pyramid::history
