// The built-in table: a vector for each word or piece of one that it knows, in many
// languages (embedded_data.hpp has its layout).
#pragma once

#include "language/pieces.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pyramid::engine {

constexpr std::size_t kTableDims = 176;
using TableVector = std::array<float, kTableDims>;

// Thread rule: const and shared freely.
class TokenTable {
 public:
  TokenTable();

  // Of the text in lower case, punctuation standing alone.
  [[nodiscard]] std::vector<std::uint16_t> tokens_of(std::string_view text) const;
  // Whether the table has words of the text's language: false where more of its letters, those of
  // stop words left out, stand in no piece than in one. `tokens`: the text's.
  [[nodiscard]] bool knows(std::string_view text, std::span<const std::uint16_t> tokens) const;
  // As language::Pieces has it.
  [[nodiscard]] std::string_view piece(std::uint16_t token) const { return pieces_.piece(token); }
  [[nodiscard]] std::size_t size() const { return pieces_.size(); }
  // The token's vector, `weight` times, added to `sum`; nothing for an unknown one.
  void add(std::uint16_t token, float weight, TableVector& sum) const;

 private:
  struct Parts {
    language::PieceList pieces;
    const float* scales = nullptr;
    const std::int8_t* rows = nullptr;
  };
  static Parts parts_of(std::string_view table);

  Parts parts_;
  language::Pieces pieces_;
  void (*add_row_)(float* __restrict sum, const std::int8_t* __restrict row, float scale);
};

// Sums in a fixed order, whatever the width of the vector registers.
float dot(const float* a, const float* b);
// To unit length; a zero vector stays one.
void normalise(TableVector& vector);

}  // namespace pyramid::engine
