// The file of the reader's weights (training/reader/pack.py writes it), seen where it lies.
//
// Little-endian; a header of 64 bytes, then arrays, each aligned to 64 bytes, in the order of
// `Weights`. Nothing is copied or computed: what is not used is never loaded from the disk.
#pragma once

#include "language/pieces.hpp"
#include "pyramid/result.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pyramid::language {

inline constexpr std::size_t kLayers = 12;
inline constexpr std::size_t kWidth = 384;
inline constexpr std::size_t kInner = 1536;
inline constexpr std::size_t kHeads = 12;
inline constexpr std::size_t kHeadWidth = kWidth / kHeads;
inline constexpr std::size_t kAsking = 3 * kWidth;  // queries, keys, values
inline constexpr std::size_t kPositions = 256;
inline constexpr std::size_t kFeatures = 3 * kWidth;
inline constexpr std::size_t kKinds = 7;
inline constexpr std::size_t kLabels = kKinds + 8;  // and the reasons not to keep

// Rows of bytes, each with what 1 is worth in it.
struct Rows {
  const std::int8_t* bytes = nullptr;
  const float* worth = nullptr;
};

// Rows of out x in, packed for Kernels::multiply_bytes.
struct Matrix {
  const std::int8_t* packed = nullptr;
  const float* worth = nullptr;
  const float* bias = nullptr;
};

struct Norm {
  const float* gain = nullptr;
  const float* shift = nullptr;
};

struct Layer {
  Matrix asking;    // kAsking x kWidth
  Matrix attended;  // kWidth x kWidth
  Norm attended_norm;
  Matrix inner;  // kInner x kWidth
  Matrix outer;  // kWidth x kInner
  Norm outer_norm;
};

// `outputs` rows of kFeatures floats, and as many biases.
struct Head {
  const float* weights = nullptr;
  const float* bias = nullptr;
};

struct Weights {
  PieceList pieces;

  Rows words;
  Rows positions;                // kPositions
  const float* types = nullptr;  // 2 x kWidth
  Norm norm;
  std::array<Layer, kLayers> layers;

  Head labels;         // kLabels
  Head about;          // 4
  Head importance;     // 1
  Head needs_context;  // 1
  Head relations;      // 4
  Head answers;        // 1
  Head hope;           // 1, of the features after the first layers

  // Below these, by Speaker, a line is not read further.
  const float* hope_bounds = nullptr;  // 3
};

// REQUIRES: `bytes` is aligned to 64 bytes and outlives what is returned. kInvalid.
Result<Weights> read_weights(std::string_view bytes);

// Those that are linked into the program.
std::string_view shipped_weights();

}  // namespace pyramid::language
