// A text as the pieces that the encoder knows: the likeliest way to put each word together from
// them, as SentencePiece's unigram model has it.
//
// Reads the weights where they lie. Any thread.
#pragma once

#include "language/weights.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace pyramid::language {

class Pieces {
 public:
  explicit Pieces(const Weights& weights);

  // Of the text in NFKC. Characters side by side in a word that no piece has become one kUnknown,
  // as do bytes that are not UTF-8. No special token comes out of a text.
  [[nodiscard]] std::vector<std::uint16_t> of(std::string_view text) const;

 private:
  // Pieces first to last - 1 begin with the same bytes.
  struct Range {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
  };
  [[nodiscard]] std::string_view piece(std::uint32_t number) const;
  [[nodiscard]] Range narrowed(Range range, std::size_t depth, unsigned char byte) const;
  void append_word(std::string_view word, std::vector<std::uint16_t>& out) const;

  const Weights& weights_;
  Range all_;
  Range words_;  // with the mark of a word's beginning
  double unknown_score_ = 0;
};

}  // namespace pyramid::language
