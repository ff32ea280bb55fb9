#include "language/weights.hpp"

// PYRAMID_READER comes from cmake/PyramidReader.cmake.
asm(".pushsection .rodata\n"
    ".balign 4096\n"
    ".hidden pyramid_reader_begin\n"
    ".globl pyramid_reader_begin\n"
    "pyramid_reader_begin:\n"
    ".incbin \"" PYRAMID_READER
    "\"\n"
    ".hidden pyramid_reader_end\n"
    ".globl pyramid_reader_end\n"
    "pyramid_reader_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" {
extern const char pyramid_reader_begin[];
extern const char pyramid_reader_end[];
}

namespace pyramid::language {

std::string_view shipped_weights() {
  return {pyramid_reader_begin,
          static_cast<std::size_t>(pyramid_reader_end - pyramid_reader_begin)};
}

}  // namespace pyramid::language
