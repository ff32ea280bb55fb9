// What a trained classifier sees of a line: training/text_kinds.py makes the same.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace pyramid {

// Hashes of every run of one to five characters (small letters, digits as one, letters that are not
// Latin as one), of one to six of its shape ("Aa 0 a"), of each word and of each with the one
// before it, of at most the first 400 characters; blanks count once. None of a blank line. Pure,
// the same on every machine; what is changed here is changed there, and all weights made again.
std::vector<std::uint32_t> line_features(std::string_view line);

}  // namespace pyramid
