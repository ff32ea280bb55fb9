#include "engine/embedding/minilm/kernels.hpp"

#if defined(__x86_64__)

// Compiled with the flags that cmake/PyramidEmbedding.cmake gives it.
#define PYRAMID_KERNEL_ROWS 12

namespace pyramid::engine::minilm {
namespace {

constexpr std::size_t kLanes = 16;
#include "engine/embedding/minilm/kernels.inl"

}  // namespace

const Kernels* avx512_kernels() {
  const bool there = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                     __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("fma");
  return there ? &kAll : nullptr;
}

}  // namespace pyramid::engine::minilm

#else

const pyramid::engine::minilm::Kernels* pyramid::engine::minilm::avx512_kernels() {
  return nullptr;
}

#endif
