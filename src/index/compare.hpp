// Whether an index says what the files say, row by row, without a second one.
#pragma once

#include "index/index.hpp"

#include <cstddef>
#include <functional>
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

// How the caller makes the keys of observations (Index::Keys), on any thread.
struct KeyMaking {
  std::string by;
  std::function<Index::Keys(const Index::Unkeyed&)> make;
};

// Holds everything that `index` knows against the files, some at a time, each as one who reads it
// anew would know it: rows of every table, words, vectors, lengths, the scan table. The numbers of
// rows and the times of checking may differ. Keys are looked at where they were made the same way,
// and may be more than the words give ("have or had"); a vector that would have to be asked for,
// and a file that cannot be read now, are let be. What a caller handed to keep() is the caller's to
// compare. Changes nothing; takes about 100 bytes a file. A file that changes meanwhile differs.
// REQUIRES: the index was refreshed, with this embedder.
Result<Comparison> compare(Index& index, FileSystem& files, engine::Embedder& embedder,
                           Progress& progress, const KeyMaking& keys);

}  // namespace pyramid::index
