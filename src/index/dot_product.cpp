#include "index/dot_product.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace pyramid::index {

namespace {

std::int32_t portable(const std::int8_t* a, const std::int8_t* b, std::size_t n) {
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += std::int32_t{a[i]} * b[i];
  return sum;
}

#if defined(__x86_64__)
// Sixteen at a time: widened to 16 bits, multiplied, pairs added to 32 bits.
__attribute__((target("avx2"))) std::int32_t with_avx2(const std::int8_t* a, const std::int8_t* b,
                                                       std::size_t n) {
  __m256i sum = _mm256_setzero_si256();
  std::size_t i = 0;
  for (; i + 16 <= n; i += 16) {
    const __m256i x =
        _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(a + i)));
    const __m256i y =
        _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(b + i)));
    sum = _mm256_add_epi32(sum, _mm256_madd_epi16(x, y));
  }
  alignas(32) std::int32_t parts[8];
  _mm256_store_si256(reinterpret_cast<__m256i*>(parts), sum);
  std::int32_t total = 0;
  for (const std::int32_t part : parts) total += part;
  return total + portable(a + i, b + i, n - i);
}
#endif

}  // namespace

DotProduct dot_product() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return with_avx2;
#endif
  return portable;
}

}  // namespace pyramid::index
