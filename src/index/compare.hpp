// Whether an index says what the files say, row by row.
#pragma once

#include "index/index.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace pyramid::index {

struct Difference {
  std::string table;  // of index.db, or a file beside it
  std::string path;   // the memory file that the row is about; "" = none
  std::string what;
};
struct Comparison {
  std::size_t files = 0, chunks = 0, words = 0;  // held against each other; words as often as said
  std::size_t differing = 0;
  std::vector<Difference> differences;  // the first of them
};

// Holds everything that `index` knows against `fresh`, which was made from nothing of the same
// files: rows of every table, words, vectors, lengths, the scan table. The numbers of rows and the
// times of checking may differ. Keys are looked at where both have those made the same way, and may
// be more than `fresh` has ("have or had"). What a caller handed to keep() is the caller's to
// compare. Changes nothing; kCorruptCache where a page or a record is damaged so that it cannot be
// read. REQUIRES: both came from open(), with the same embedder.
Result<Comparison> compare(Index& index, Index& fresh);

}  // namespace pyramid::index
