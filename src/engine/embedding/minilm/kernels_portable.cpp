#include "engine/embedding/minilm/kernels.hpp"

// Compiled with the flags that cmake/PyramidEmbedding.cmake gives it.
#define PYRAMID_KERNEL_ROWS 6

namespace pyramid::engine::minilm {
namespace {

constexpr std::size_t kLanes = 4;
#include "engine/embedding/minilm/kernels.inl"

}  // namespace

const Kernels& portable_kernels() { return kAll; }

const Kernels& best_kernels() {
  if (const Kernels* fastest = avx512_kernels()) return *fastest;
  if (const Kernels* fast = avx2_kernels()) return *fast;
  return portable_kernels();
}

}  // namespace pyramid::engine::minilm
