// The built-in table: a vector for each WordPiece token (embedded_data.hpp has its layout).
#pragma once

#include "engine/embedding/wordpiece.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace pyramid::engine {

constexpr std::size_t kTableDims = 256;
using TableVector = std::array<float, kTableDims>;

// Thread rule: const and shared freely.
class TokenTable {
 public:
  TokenTable();

  [[nodiscard]] const WordPiece& pieces() const { return pieces_; }
  // The token's vector, `weight` times, added to `sum`; nothing for [UNK].
  void add(std::uint16_t token, float weight, TableVector& sum) const;

 private:
  WordPiece pieces_;
  void (*add_row_)(float* __restrict sum, const std::int8_t* __restrict row, float scale);
  const float* scales_ = nullptr;
  const std::int8_t* rows_ = nullptr;
};

// Sums in a fixed order, whatever the width of the vector registers.
float dot(const float* a, const float* b);
// To unit length; a zero vector stays one.
void normalise(TableVector& vector);

}  // namespace pyramid::engine
