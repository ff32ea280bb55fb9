// Files that stand in a text: `data:image/png;base64,…`.
#pragma once

#include <string>
#include <string_view>

namespace pyramid::format {

// The text with "#" in the place of each data URI, whose letters are no words. A link or an image
// stays one, and every line where it is. Linear; any bytes will do. Pure.
std::string without_data(std::string_view text);

}  // namespace pyramid::format
