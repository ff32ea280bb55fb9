// Who makes a commit where git knows nobody. Private to src/history.
#pragma once

namespace pyramid::history {

inline constexpr const char* kOwnName = "Pyramid";
inline constexpr const char* kOwnAddress = "pyramid@localhost";

}  // namespace pyramid::history
