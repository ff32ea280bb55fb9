// The bytes of schema/prompts/*.md, put into the library by cmake/PyramidPrompts.cmake.
#pragma once

#include <span>
#include <string_view>

namespace pyramid::engine {

struct PromptFile {
  std::string_view step, bytes;
};
std::span<const PromptFile> prompt_files();

}  // namespace pyramid::engine
