#include "language/kernels.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

// Compiled with the flags that cmake/PyramidReader.cmake gives it.
namespace pyramid::language {
namespace {

constexpr std::size_t kLanes = 4;
constexpr int kRows = 6;
using Pairs = int __attribute__((vector_size(16)));
using Bytes = signed char __attribute__((vector_size(8)));
using Words = short __attribute__((vector_size(16)));
inline Pairs load_pairs(const std::int16_t* from) {
  Pairs pairs;
  __builtin_memcpy(&pairs, from, sizeof pairs);
  return pairs;
}
inline Pairs load_pairs(const std::int8_t* from) {
  Bytes bytes;
  __builtin_memcpy(&bytes, from, sizeof bytes);
  const Words words = __builtin_convertvector(bytes, Words);
  Pairs pairs;
  __builtin_memcpy(&pairs, &words, sizeof pairs);
  return pairs;
}
inline Pairs same_pairs(const std::int16_t* from) {
  int pair = 0;
  __builtin_memcpy(&pair, from, sizeof pair);
  return Pairs{pair, pair, pair, pair};
}
inline Pairs products(Pairs a, Pairs b) {
#if defined(__SSE2__)
  return Pairs(_mm_madd_epi16(__m128i(a), __m128i(b)));
#else
  // Which of the two is the first depends on the order of bytes; their sum does not.
  return (a >> 16) * (b >> 16) + (a << 16 >> 16) * (b << 16 >> 16);
#endif
}
#include "language/kernels.inl"

}  // namespace

const Kernels& portable_kernels() { return kAll; }

const Kernels& best_kernels() {
  if (const Kernels* fastest = avx512_kernels()) return *fastest;
  if (const Kernels* fast = avx2_kernels()) return *fast;
  return portable_kernels();
}

}  // namespace pyramid::language
