// What merges left in a file for a person to settle.
#pragma once

#include "pyramid/error.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace pyramid::ops {

// Pure. The notes and comments that hold what two machines changed, a warning each, with its line.
Diagnostics conflict_notes(std::string_view bytes, const std::string& path);

// Pure. The first of git's conflict markers, as a merge by other means than ours may leave it; not
// in a conversation or a block of code, which may speak of git.
std::optional<Diagnostic> conflict_marker(std::string_view bytes, const std::string& path);

}  // namespace pyramid::ops
