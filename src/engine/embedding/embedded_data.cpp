#include "engine/embedding/embedded_data.hpp"

#include <cstddef>

// PYRAMID_EMBEDDING_DIR comes from cmake/PyramidEmbedding.cmake. The table's arrays are
// aligned within it.
asm(".pushsection .rodata\n"
    ".balign 64\n"
    ".hidden pyramid_table_begin\n"
    ".globl pyramid_table_begin\n"
    "pyramid_table_begin:\n"
    ".incbin \"" PYRAMID_EMBEDDING_DIR
    "/words.bin\"\n"
    ".hidden pyramid_table_end\n"
    ".globl pyramid_table_end\n"
    "pyramid_table_end:\n"
    ".byte 0\n"
    ".hidden pyramid_vocabulary_begin\n"
    ".globl pyramid_vocabulary_begin\n"
    "pyramid_vocabulary_begin:\n"
    ".incbin \"" PYRAMID_EMBEDDING_DIR
    "/vocab.txt\"\n"
    ".hidden pyramid_vocabulary_end\n"
    ".globl pyramid_vocabulary_end\n"
    "pyramid_vocabulary_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" {
extern const char pyramid_table_begin[];
extern const char pyramid_table_end[];
extern const char pyramid_vocabulary_begin[];
extern const char pyramid_vocabulary_end[];
}

namespace pyramid::engine {

std::string_view embedded_table() {
  return {pyramid_table_begin, static_cast<std::size_t>(pyramid_table_end - pyramid_table_begin)};
}

std::string_view embedded_vocabulary() {
  return {pyramid_vocabulary_begin,
          static_cast<std::size_t>(pyramid_vocabulary_end - pyramid_vocabulary_begin)};
}

}  // namespace pyramid::engine
