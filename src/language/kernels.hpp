// The loops in which the encoder spends its time, compiled for three sorts of processors.
//
// All give the same bits: products are summed up as whole numbers, which is exact in any order, and
// the arithmetic of floats is done in one order without fused operations. Matrices are row-major;
// `ld…` is the distance between two rows. Pure functions; any thread.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pyramid::language {

// Columns of a panel. A matrix of k x n whole numbers, k even, is packed in panels of so many
// columns: of each the pairs of rows, of each pair the columns, of each column its two numbers.
inline constexpr std::size_t kPanel = 16;
// The largest number that a float becomes: 1536 products with a byte fit 32 bits, as do 32 of two
// such numbers.
inline constexpr int kLevels = 8191;

struct Kernels {
  // out = a x packed, n being whole panels.
  void (*multiply_bytes)(const std::int16_t* a, std::size_t ld_a, std::size_t m, std::size_t k,
                         const std::int8_t* packed, std::size_t n, std::int32_t* out,
                         std::size_t ld_out);
  void (*multiply_words)(const std::int16_t* a, std::size_t ld_a, std::size_t m, std::size_t k,
                         const std::int16_t* packed, std::size_t n, std::int32_t* out,
                         std::size_t ld_out);
  // Row by row: whole numbers of at most kLevels, and what one of them is worth. n is a multiple of
  // 16.
  void (*round)(const float* x, std::size_t ld, std::size_t rows, std::size_t n, std::int16_t* out,
                std::size_t ld_out, float* worth);
  // x = sums * row_worth * column_worth + bias; n is a multiple of 16.
  void (*weigh)(const std::int32_t* sums, const float* row_worth, const float* column_worth,
                const float* bias, std::size_t rows, std::size_t n, float* x);
  // GELU, by the error function; n is a multiple of 16.
  void (*gelu)(float* x, std::size_t n);
  // x = norm(x + y) * gain + shift, row by row; n is a multiple of 16.
  void (*add_norm)(float* x, const float* y, const float* gain, const float* shift,
                   std::size_t rows, std::size_t n);
  // e^(sums * row_worth * column_worth) over their sum in the row, in kLevels-ths; row by row over
  // the first n of ld, a multiple of 16; what lies behind becomes 0. `scratch` holds ld floats.
  void (*attention)(const std::int32_t* sums, std::size_t ld, const float* row_worth,
                    const float* column_worth, std::size_t rows, std::size_t n, float* scratch,
                    std::int16_t* out);
};

// Those that this processor can run, the fastest first. The last ones run everywhere.
const Kernels& best_kernels();
const Kernels* avx512_kernels();  // nullptr where the processor has not got it
const Kernels* avx2_kernels();
const Kernels& portable_kernels();

}  // namespace pyramid::language
