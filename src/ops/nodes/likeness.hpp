// Whether a file without an id is another one under a new name.
#pragma once

#include <string_view>

namespace pyramid::ops {

// The part of the longer one's lines that both have, 0 to 1; blank ones do not count.
double likeness(std::string_view a, std::string_view b);
// From here on a person would say that the file was renamed; git says so too.
inline constexpr double kRenamed = 0.5;

}  // namespace pyramid::ops
