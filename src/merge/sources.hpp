// The line of a fact that says where it was said: "From [a](b), [c](d)". Private to src/merge.
#pragma once

#include <string>
#include <string_view>

namespace pyramid::merge {

bool is_sources(std::string_view block);

// The links of both, less what either took out of those of `base` (is none: ""). Symmetric.
// REQUIRES: ours and theirs are such lines.
std::string merge_sources(const std::string& base, const std::string& ours,
                          const std::string& theirs);

}  // namespace pyramid::merge
