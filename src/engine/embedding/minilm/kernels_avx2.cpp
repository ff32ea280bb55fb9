#include "engine/embedding/minilm/kernels.hpp"

#if defined(__x86_64__)

// Compiled with the flags that cmake/PyramidEmbedding.cmake gives it.
#define PYRAMID_KERNEL_ROWS 6

namespace pyramid::engine::minilm {
namespace {

constexpr std::size_t kLanes = 8;
#include "engine/embedding/minilm/kernels.inl"

}  // namespace

const Kernels* avx2_kernels() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &kAll : nullptr;
}

}  // namespace pyramid::engine::minilm

#else

const pyramid::engine::minilm::Kernels* pyramid::engine::minilm::avx2_kernels() { return nullptr; }

#endif
