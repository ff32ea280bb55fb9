// A text as the pieces that the encoder knows: the likeliest way to put each word together from
// them, as SentencePiece's unigram model has it.
//
// Reads the list where it lies. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace pyramid::language {

// Pieces in the order of their bytes; the first kSpecial have none. `ends` has one number more than
// there are pieces: where each begins, and the last one ends. Borrowed.
struct PieceList {
  std::size_t count = 0;
  const std::uint32_t* ends = nullptr;
  const char* text = nullptr;
  const float* scores = nullptr;
};

// The pieces without text.
inline constexpr std::uint16_t kStart = 0;
inline constexpr std::uint16_t kEnd = 2;
inline constexpr std::uint16_t kUnknown = 3;
inline constexpr std::size_t kSpecial = 4;

class Pieces {
 public:
  explicit Pieces(const PieceList& list);

  // Of the text in NFKC. Characters side by side in a word that no piece has become one kUnknown,
  // as do bytes that are not UTF-8. No special token comes out of a text.
  [[nodiscard]] std::vector<std::uint16_t> of(std::string_view text) const;
  // As the list has it, the mark of a word's beginning (U+2581) with it; "" of a special one.
  [[nodiscard]] std::string_view piece(std::uint32_t number) const;
  [[nodiscard]] std::size_t size() const { return list_.count; }

 private:
  // Pieces first to last - 1 begin with the same bytes.
  struct Range {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
  };
  [[nodiscard]] Range narrowed(Range range, std::size_t depth, unsigned char byte) const;
  void append_word(std::string_view word, std::vector<std::uint16_t>& out) const;

  PieceList list_;
  Range all_;
  Range words_;  // with the mark of a word's beginning
  double unknown_score_ = 0;
};

}  // namespace pyramid::language
