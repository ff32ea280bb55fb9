// Removes data URIs from a text: `data:image/png;base64,…`.
#pragma once

#include <string>
#include <string_view>

namespace pyramid::format {

// The text without data URIs, whose letters are no words, and with "#" in the place of one that a
// link or an image leads to: that stays one, and every line where it is. Linear; any bytes will do.
// Pure.
std::string without_data_uris(std::string_view text);

}  // namespace pyramid::format
