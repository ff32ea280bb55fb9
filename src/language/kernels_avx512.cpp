#include "language/kernels.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

// Compiled with the flags that cmake/PyramidReader.cmake gives it.
namespace pyramid::language {
namespace {

constexpr std::size_t kLanes = 16;
constexpr int kRows = 12;
using Pairs = int __attribute__((vector_size(64)));
inline Pairs load_pairs(const std::int8_t* from) {
  return Pairs(_mm512_cvtepi8_epi16(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))));
}
inline Pairs load_pairs(const std::int16_t* from) { return Pairs(_mm512_loadu_si512(from)); }
inline Pairs same_pairs(const std::int16_t* from) {
  int pair = 0;
  __builtin_memcpy(&pair, from, sizeof pair);
  return Pairs(_mm512_set1_epi32(pair));
}
inline Pairs products(Pairs a, Pairs b) { return Pairs(_mm512_madd_epi16(__m512i(a), __m512i(b))); }
#include "language/kernels.inl"

}  // namespace

const Kernels* avx512_kernels() {
  const bool there = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                     __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  return there ? &kAll : nullptr;
}

}  // namespace pyramid::language

#else

const pyramid::language::Kernels* pyramid::language::avx512_kernels() { return nullptr; }

#endif
