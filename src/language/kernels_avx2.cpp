#include "language/kernels.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

// Compiled with the flags that cmake/PyramidReader.cmake gives it.
namespace pyramid::language {
namespace {

constexpr std::size_t kLanes = 8;
constexpr int kRows = 6;
using Pairs = int __attribute__((vector_size(32)));
inline Pairs load_pairs(const std::int8_t* from) {
  return Pairs(_mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from))));
}
inline Pairs load_pairs(const std::int16_t* from) {
  return Pairs(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)));
}
inline Pairs same_pairs(const std::int16_t* from) {
  int pair = 0;
  __builtin_memcpy(&pair, from, sizeof pair);
  return Pairs(_mm256_set1_epi32(pair));
}
inline Pairs products(Pairs a, Pairs b) { return Pairs(_mm256_madd_epi16(__m256i(a), __m256i(b))); }
#include "language/kernels.inl"

}  // namespace

const Kernels* avx2_kernels() { return __builtin_cpu_supports("avx2") ? &kAll : nullptr; }

}  // namespace pyramid::language

#else

const pyramid::language::Kernels* pyramid::language::avx2_kernels() { return nullptr; }

#endif
