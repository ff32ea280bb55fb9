#include "engine/builtin/reading/text_kind_weights.hpp"

#include <cstddef>

// PYRAMID_TEXT_KIND comes from cmake/PyramidEmbedding.cmake.
asm(".pushsection .rodata\n"
    ".balign 64\n"
    ".hidden pyramid_text_kind_begin\n"
    ".globl pyramid_text_kind_begin\n"
    "pyramid_text_kind_begin:\n"
    ".incbin \"" PYRAMID_TEXT_KIND
    "\"\n"
    ".hidden pyramid_text_kind_end\n"
    ".globl pyramid_text_kind_end\n"
    "pyramid_text_kind_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" {
extern const char pyramid_text_kind_begin[];
extern const char pyramid_text_kind_end[];
}

namespace pyramid::engine::builtin {

std::string_view text_kind_weights() {
  return {pyramid_text_kind_begin,
          static_cast<std::size_t>(pyramid_text_kind_end - pyramid_text_kind_begin)};
}

}  // namespace pyramid::engine::builtin
