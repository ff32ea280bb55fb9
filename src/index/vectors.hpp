// The embeddings of all chunk rows: an int8 copy that is scanned whole, floats for the best.
#pragma once

#include "base/digest.hpp"
#include "index/flat_file.hpp"
#include "index/index.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pyramid::index {

// Numbers of at most 127, and the scale that gives the vector back; 0 for a vector of zeros.
// REQUIRES: room for as many.
float quantise(std::span<const float> vector, std::int8_t* out);

class Vectors {
 public:
  // So many more are looked at exactly, a place wanted, than are wanted of the int8 scan.
  static constexpr std::size_t kRescored = 2;

  static Result<Vectors> open(const std::string& stem, std::size_t dims, Mode mode);
  // Empty files in the place of what is there.
  static Result<Vectors> make(const std::string& stem, std::size_t dims, std::uint64_t set,
                              Mode mode);
  // Other files with the same rows (FlatFile::copy).
  static Result<Vectors> copy(const Vectors& from, const std::string& stem, std::uint64_t set);
  [[nodiscard]] bool is_of(std::uint64_t set) const {
    return scan_.set() == set && exact_.set() == set;
  }

  // The records of all flat files are written before the database commits. From begin_writing()
  // to end_writing() the mark of each of them is 0, and vectors.i8 is locked; then it is `written`,
  // which the database has too. Where they differ and nobody has the lock, a writer was stopped in
  // between, or a file is one of another moment, and records may be another text's.
  Status begin_writing();
  Status end_writing(std::uint64_t written);
  [[nodiscard]] std::array<std::uint64_t, 2> marks() const { return {scan_.mark(), exact_.mark()}; }
  [[nodiscard]] bool is_being_written() const { return scan_.is_locked_elsewhere(); }
  // Whether both records are those of this text, and of one vector. Costs a look at all numbers.
  [[nodiscard]] bool holds(std::size_t row, const Digest& text) const;

  [[nodiscard]] std::size_t rows() const;
  Status resize(std::size_t rows);
  // Maps what another process has added.
  Status cover(std::size_t rows);
  Status put(std::size_t row, const Digest& text, std::span<const float> vector);
  Status clear(std::size_t row);
  // None of them will be read or put soon.
  void done_with_all() const {
    scan_.done_with_all();
    exact_.done_with_all();
  }
  // Rows from 1 to `last`, and where it is given in `among`, by cosine, best first, equal ones by
  // check(). Those that equal the last one in both are there too, so there may be more than
  // `limit`. `query` has unit length (or is zero). kCorruptCache where a row is damaged.
  [[nodiscard]] Result<std::vector<Scored>> nearest(std::span<const float> query, std::size_t last,
                                                    std::size_t limit,
                                                    const RowSet* among = nullptr);
  // The best of these rows in the same way.
  [[nodiscard]] Result<std::vector<Scored>> best_of(std::span<const std::int64_t> rows,
                                                    std::span<const float> query,
                                                    std::size_t limit) const;
  // What a scan finds before it is scored exactly.
  struct Found {
    double score = 0;
    std::uint64_t check = 0;
    std::int64_t row = 0;
  };
  // What a scan reads of a row, good until the next resize(); nullopt where it would pass it by, or
  // fail.
  struct Scanned {
    std::uint64_t check = 0;
    float scale = 0;
    const std::int8_t* numbers = nullptr;
  };
  [[nodiscard]] std::optional<Scanned> scanned(std::size_t row) const;
  // Cosine of one row; 0 when it has no vector. kCorruptCache where it is damaged.
  [[nodiscard]] Result<double> cosine(std::span<const float> query, std::size_t row) const;
  // The first bytes of the digest of the row's text: an order of rows that follows from the files.
  [[nodiscard]] Result<std::uint64_t> check(std::size_t row) const;
  // Whether both records are sound, and those of this text and this vector.
  [[nodiscard]] bool is_same(std::size_t row, const Digest& text,
                             std::span<const float> vector) const;
  // Whether a scan passes the row by.
  [[nodiscard]] bool is_empty(std::size_t row) const;

 private:
  [[nodiscard]] Result<std::vector<Scored>> rescored(std::vector<Found> found,
                                                     std::span<const float> query,
                                                     std::size_t limit) const;

  std::size_t dims_ = 0;
  FlatFile scan_;   // check, scale, int8
  FlatFile exact_;  // float
  bool scanned_ = false;
};

}  // namespace pyramid::index
