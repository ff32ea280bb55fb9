#include "guard/commands_weights.hpp"

#include <cstddef>

// PYRAMID_COMMANDS comes from cmake/PyramidEmbedding.cmake.
asm(".pushsection .rodata\n"
    ".balign 64\n"
    ".hidden pyramid_commands_begin\n"
    ".globl pyramid_commands_begin\n"
    "pyramid_commands_begin:\n"
    ".incbin \"" PYRAMID_COMMANDS
    "\"\n"
    ".hidden pyramid_commands_end\n"
    ".globl pyramid_commands_end\n"
    "pyramid_commands_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" {
extern const char pyramid_commands_begin[];
extern const char pyramid_commands_end[];
}

namespace pyramid::guard {

std::string_view commands_weights() {
  return {pyramid_commands_begin,
          static_cast<std::size_t>(pyramid_commands_end - pyramid_commands_begin)};
}

}  // namespace pyramid::guard
