// The lines of a frontmatter block: reading the simple ones fast, writing scalars, finding a field.
#pragma once

#include "format/frontmatter.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::format {

// The fields of a block in the form that the program itself writes: keys at the left edge, one-line
// scalars (plain or quoted), one-line flow lists, block lists, comments on lines of their own.
// nullopt for everything else: yaml-cpp decides then. A test holds the two to the same answer.
std::optional<std::vector<Field>> parse_simple_lines(std::string_view block);

// A scalar as YAML: plain where YAML and Obsidian read it back as the same text, else quoted.
std::string emit_scalar(std::string_view value);

struct LineSpan {
  std::size_t begin = 0, end = 0;  // byte offsets of whole lines
  std::string comment;             // "# …" behind a one-line value, kept by a rewrite
};
// The lines of the field that starts in `line` (1-based) and ends before line `next` (0: at the
// end). Comments and blank lines in front of the next field are not part of it.
LineSpan field_span(std::string_view block, std::size_t line, std::size_t next);

}  // namespace pyramid::format
