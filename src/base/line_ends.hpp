// Line ends of texts that were written elsewhere: `\n`, `\r\n` or `\r`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pyramid {

// With `\n` in place of each of them.
[[nodiscard]] std::string with_lf(std::string_view text);
// Whether there are some and all are `\r\n`.
[[nodiscard]] bool is_crlf(std::string_view text);
// Whether two texts are the same but for these.
[[nodiscard]] bool is_same_but_line_ends(std::string_view a, std::string_view b);

// Lines with their `\n`, if they have one; together they are the text.
[[nodiscard]] std::vector<std::string_view> lines_with_ends(std::string_view text);

}  // namespace pyramid
