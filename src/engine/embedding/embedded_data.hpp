// The table of words, and minilm's vocabulary, linked into the program (no file is looked up at run
// time).
#pragma once

#include <string_view>

namespace pyramid::engine {

// words.bin as it lies in the repository (training/table/make_table.py writes it): `PYRSTAT2`,
// uint32 pieces, uint32 dims, uint32 bytes of text; then, each at the next multiple of 64: the
// pieces as language::PieceList has them (ends, text, scores), float32 scales, pieces x dims int8;
// all little-endian. Aligned to 64. Only touched pages are loaded.
std::string_view embedded_table();
// vocab.txt: one WordPiece a line; its number is that of the line.
std::string_view embedded_vocabulary();

}  // namespace pyramid::engine
