// Text that speaks to the assistant instead of telling a fact: "ignore previous instructions", role
// tags of chat templates, tool calls. In English and German.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace pyramid::guard {

struct Instruction {
  std::string_view kind;  // "override", "role", "secrecy", "prompt", "markup"
  std::size_t begin = 0, end = 0;
};

// In order. Pure, linear in the text. What is quoted as code (`<|im_start|>`) speaks about markup
// and is none. What is not caught: docs/security.md.
std::vector<Instruction> find_instructions(std::string_view text);

}  // namespace pyramid::guard
