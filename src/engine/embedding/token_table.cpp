#include "engine/embedding/token_table.hpp"

#include "engine/embedding/embedded_data.hpp"

#include <bit>
#include <cassert>
#include <cmath>
#include <string_view>

namespace pyramid::engine {

namespace {

constexpr std::size_t kHeader = 16;
static_assert(std::endian::native == std::endian::little, "the table is little-endian");

// Each dimension is summed on its own, token by token, so that the width of the vector registers
// cannot change a bit of the result.
void add_row_anywhere(float* __restrict sum, const std::int8_t* __restrict row, float scale) {
  for (std::size_t d = 0; d < kTableDims; ++d) sum[d] += scale * static_cast<float>(row[d]);
}

#if defined(__x86_64__)
// Without "fma", which would round once where the other one rounds twice.
__attribute__((target("avx2"))) void add_row_avx2(float* __restrict sum,
                                                  const std::int8_t* __restrict row, float scale) {
  for (std::size_t d = 0; d < kTableDims; ++d) sum[d] += scale * static_cast<float>(row[d]);
}
#endif

using AddRow = void (*)(float* __restrict, const std::int8_t* __restrict, float);

AddRow choose_add_row() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return add_row_avx2;
#endif
  return add_row_anywhere;
}

}  // namespace

TokenTable::TokenTable() : pieces_(embedded_vocabulary()), add_row_(choose_add_row()) {
  const std::string_view table = embedded_table();
  assert(table.substr(0, 8) == "PYRSTAT1");
  assert(table.size() == kHeader + pieces_.size() * (sizeof(float) + kTableDims));
  scales_ = reinterpret_cast<const float*>(table.data() + kHeader);
  rows_ =
      reinterpret_cast<const std::int8_t*>(table.data() + kHeader + pieces_.size() * sizeof(float));
}

void TokenTable::add(std::uint16_t token, float weight, TableVector& sum) const {
  if (token == pieces_.unknown()) return;
  add_row_(sum.data(), rows_ + token * kTableDims, weight * scales_[token]);
}

// 16 running sums, then those from first to last.
float dot(const float* a, const float* b) {
  std::array<float, 16> lanes{};
  for (std::size_t d = 0; d < kTableDims; d += lanes.size()) {
    for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i] += a[d + i] * b[d + i];
  }
  float sum = 0;
  for (const float lane : lanes) sum += lane;
  return sum;
}

void normalise(TableVector& vector) {
  const float length = std::sqrt(dot(vector.data(), vector.data()));
  if (length == 0) return;
  for (float& value : vector) value /= length;
}

}  // namespace pyramid::engine
