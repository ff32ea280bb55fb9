// What a block of HTML says.
#pragma once

#include <string>
#include <string_view>

namespace pyramid::format {

// The text between the tags, as it is written (entities too): blanks instead of tags that part
// words, without comments, scripts, styles and blanks around lines. A tag or comment that is never
// closed goes on to the end. Linear in the length; any bytes will do. Pure.
std::string text_of_html(std::string_view html);

}  // namespace pyramid::format
