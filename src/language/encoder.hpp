// The encoder: multilingual-e5-small's twelve layers over two texts side by side, in whole numbers.
//
// Any thread; the same bits with all kernels.
#pragma once

#include "language/kernels.hpp"
#include "language/weights.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pyramid::language {

// Two texts as the encoder reads them: start, first, end, second, end.
struct TokenPair {
  std::vector<std::uint16_t> ids;
  std::size_t second = 0;  // where the second text begins
};

// At most kPositions - 3 tokens together.
TokenPair pair_of(std::span<const std::uint16_t> first, std::span<const std::uint16_t> second);

using Features = std::array<float, kFeatures>;

class Encoder {
 public:
  Encoder(const Weights& weights, const Kernels& kernels) : weights_(weights), kernels_(kernels) {}

  // A row of kWidth a token: before the first layer, and through layers `from` to `to` - 1.
  [[nodiscard]] std::vector<float> begin(const TokenPair& pair) const;
  void go_on(std::vector<float>& rows, std::size_t from, std::size_t to) const;
  // The first token, the mean of the second text, that of the first.
  static Features features(const TokenPair& pair, const std::vector<float>& rows);

 private:
  struct Room;
  void run(const Layer& layer, std::vector<float>& rows, Room& room) const;
  void multiply(const Matrix& matrix, std::size_t out, std::size_t in, const float* x, Room& room,
                float* y) const;
  void attend(std::size_t head, Room& room) const;

  const Weights& weights_;
  const Kernels& kernels_;
};

}  // namespace pyramid::language
