// Entries that a program adds to what a person writes by hand.
#pragma once

#include "pyramid/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace pyramid::format {

struct WithEntry {
  std::string bytes;
  std::size_t line = 0;  // 1-based line of the entry's heading
};

// The file with `heading` (one line, its marks included) and `text` behind it at the end of its
// section `## Notes`, which is added where there is none; every other byte kept. A line of the text
// that would begin a section or swallow what follows gets a backslash, which markdown does not
// show.
Result<WithEntry> with_note_entry(std::string_view bytes, std::string_view path,
                                  std::string_view heading, std::string_view text);
// The same at the end of the file.
Result<WithEntry> with_last_entry(std::string_view bytes, std::string_view path,
                                  std::string_view heading, std::string_view text);

}  // namespace pyramid::format
