// Where a text may be cut in two.
#pragma once

#include <cstddef>
#include <string_view>

namespace pyramid {

// The beginning of `text`, at most `most` bytes of it, that ends with a line, else with a sentence,
// else with a blank; where none of them stands in its second half it ends between two code points.
// A text that is no longer comes back whole; never empty for a text that has something, as long as
// `most` has room for one code point.
[[nodiscard]] std::string_view beginning_of(std::string_view text, std::size_t most);

}  // namespace pyramid
