// The embeddings of all chunk rows: an int8 copy that is scanned whole, floats for the best.
#pragma once

#include "base/digest.hpp"
#include "index/flat_file.hpp"
#include "index/index.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace pyramid::index {

class Vectors {
 public:
  static Result<Vectors> open(const std::string& stem, std::size_t dims, Mode mode);

  [[nodiscard]] std::size_t rows() const;
  Status resize(std::size_t rows);
  void put(std::size_t row, const Digest& text, std::span<const float> vector);
  void clear(std::size_t row);
  // Rows from 1 to `last`, and where it is given in `among`, by cosine, best first; ties by row.
  // `query` has unit length (or is zero). kCorruptCache where a row is damaged.
  [[nodiscard]] Result<std::vector<Scored>> nearest(std::span<const float> query, std::size_t last,
                                                    std::size_t limit,
                                                    const RowSet* among = nullptr);
  // Cosine of one row; 0 when it has no vector. kCorruptCache where it is damaged.
  [[nodiscard]] Result<double> cosine(std::span<const float> query, std::size_t row) const;

 private:
  std::size_t dims_ = 0;
  FlatFile scan_;   // check, scale, int8
  FlatFile exact_;  // float
  bool scanned_ = false;
};

}  // namespace pyramid::index
