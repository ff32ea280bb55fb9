// The part of a hit that is shown.
#pragma once

#include "format/node.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::search {

inline constexpr std::size_t kSnippetBytes = 700;

// Lines first..last of a file (1-based, inclusive); fewer when it is shorter.
std::string lines_of(std::string_view bytes, std::size_t first, std::size_t last);

// What the lines of a hit say: a turn without its heading and block id, and no `From` lines.
std::string said(std::string_view text, format::Kind kind);

// At most kSnippetBytes characters of plain text, whole sentences where they fit, around the ones
// that hold most of `terms` (lower case). Headings, block ids and `From` lines are left out.
std::string snippet(std::string_view text, format::Kind kind,
                    const std::vector<std::string>& terms);

// Byte offsets, begin and end, of the words of `text` that have the stem of one of `terms`.
using Mark = std::pair<std::size_t, std::size_t>;
std::vector<Mark> marks(std::string_view text, const std::vector<std::string>& terms);

}  // namespace pyramid::search
