// The loops that a transformer spends its time in, compiled for three sorts of processors.
//
// Each number that comes out is summed up in an order of its own, whatever stands beside it: a text
// has the same vector in every batch. All matrices are row-major floats; `ld…` is the distance
// between two rows. Pure functions; any thread.
#pragma once

#include <cstddef>

namespace pyramid::engine::minilm {

struct Kernels {
  // Columns of a panel: a packed matrix is made of panels of so many columns, the last one filled
  // up with zeros.
  std::size_t panel;

  // Packs the transpose of n rows of k: what multiply() takes as its k x n matrix.
  void (*pack_transposed)(const float* rows, std::size_t ld, std::size_t n, std::size_t k,
                          float* out);
  // Packs k rows of n as they are.
  void (*pack)(const float* rows, std::size_t ld, std::size_t k, std::size_t n, float* out);
  // out = a x packed, with whole panels: `ld_out` is at least n rounded up to them.
  void (*multiply)(const float* a, std::size_t ld_a, std::size_t m, std::size_t k,
                   const float* packed, std::size_t n, float* out, std::size_t ld_out);
  // x + bias, and through GELU (by the error function).
  void (*add)(float* x, const float* bias, std::size_t rows, std::size_t n);
  void (*add_gelu)(float* x, const float* bias, std::size_t rows, std::size_t n);
  // x = norm(x + y + bias) * gain + shift, row by row; n is a multiple of 16.
  void (*add_norm)(float* x, const float* y, const float* bias, const float* gain,
                   const float* shift, std::size_t rows, std::size_t n);
  // Row by row over the first n of ld; n is at least 1. What lies behind becomes 0.
  void (*softmax)(float* x, std::size_t ld, std::size_t rows, std::size_t n);
};

// What the packed form of a k x n matrix takes, in floats.
inline std::size_t packed_size(const Kernels& kernels, std::size_t k, std::size_t n) {
  return (n + kernels.panel - 1) / kernels.panel * kernels.panel * k;
}

// Those that this processor can run, the fastest first. The last ones run everywhere.
const Kernels& best_kernels();
const Kernels* avx512_kernels();  // nullptr where the processor has not got it
const Kernels* avx2_kernels();
const Kernels& portable_kernels();

}  // namespace pyramid::engine::minilm
