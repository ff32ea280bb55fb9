// The token table and its vocabulary, linked into the program (no file is looked up at run time).
#pragma once

#include <string_view>

namespace pyramid::engine {

// minilm-static-256.bin as it lies in the repository: `PYRSTAT1`, uint32 rows, uint32 dims, rows
// float32 scales, rows x dims int8, all little-endian. Only touched pages are loaded.
std::string_view embedded_table();
// vocab.txt: one WordPiece a line; line i names row i.
std::string_view embedded_vocabulary();

}  // namespace pyramid::engine
