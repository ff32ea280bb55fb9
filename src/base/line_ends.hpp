// Line ends of texts that were written elsewhere: `\n`, `\r\n` or `\r`.
#pragma once

#include <string>
#include <string_view>

namespace pyramid {

// With `\n` in place of each of them.
[[nodiscard]] std::string with_lf(std::string_view text);
// Whether there are some and all are `\r\n`.
[[nodiscard]] bool is_crlf(std::string_view text);
// Whether two texts are the same but for these.
[[nodiscard]] bool is_same_but_line_ends(std::string_view a, std::string_view b);

}  // namespace pyramid
