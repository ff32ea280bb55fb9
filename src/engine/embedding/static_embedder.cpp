// The static embedder: a text's vector is the mean of its tokens' rows, at unit length.
#include "engine/embedding/embedded_data.hpp"
#include "engine/embedding/wordpiece.hpp"
#include "engine/engine.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace pyramid::engine {
namespace {

constexpr std::size_t kDims = 256;
constexpr std::size_t kHeader = 16;
static_assert(std::endian::native == std::endian::little, "the table is little-endian");

// One row added to the sum. Each dimension is summed on its own, token by token, so that the width
// of the vector registers cannot change a bit of the result.
void add_row(float* __restrict sum, const std::int8_t* __restrict row, float scale) {
  for (std::size_t d = 0; d < kDims; ++d) sum[d] += scale * static_cast<float>(row[d]);
}

// Sum of squares in a fixed order: 16 running sums, then those from first to last.
float squared_length(const float* values) {
  std::array<float, 16> lanes{};
  for (std::size_t d = 0; d < kDims; d += lanes.size()) {
    for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i] += values[d + i] * values[d + i];
  }
  float sum = 0;
  for (const float lane : lanes) sum += lane;
  return sum;
}

class StaticEmbedder final : public Embedder {
 public:
  StaticEmbedder() : pieces_(embedded_vocabulary()) {
    const std::string_view table = embedded_table();
    assert(table.substr(0, 8) == "PYRSTAT1");
    assert(table.size() == kHeader + pieces_.size() * (sizeof(float) + kDims));
    scales_ = reinterpret_cast<const float*>(table.data() + kHeader);
    rows_ = reinterpret_cast<const std::int8_t*>(table.data() + kHeader +
                                                 pieces_.size() * sizeof(float));
  }

  [[nodiscard]] std::string name() const override { return "static-256/1"; }
  [[nodiscard]] std::size_t dims() const override { return kDims; }

  Result<std::vector<float>> embed(std::span<const std::string_view> texts) override {
    std::vector<float> vectors(texts.size() * kDims);
    std::vector<std::uint16_t> ids;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      ids.clear();
      pieces_.tokenize(texts[i], ids);
      pool(ids, vectors.data() + i * kDims);
    }
    return vectors;
  }

 private:
  // The length of the sum is normalised away, so it need not be divided by the number of tokens.
  void pool(std::span<const std::uint16_t> ids, float* out) const {
    std::array<float, kDims> sum{};
    for (const std::uint16_t id : ids) {
      if (id != pieces_.unknown()) add_row(sum.data(), rows_ + id * kDims, scales_[id]);
    }
    const float length = std::sqrt(squared_length(sum.data()));
    if (length == 0) return;
    for (std::size_t d = 0; d < kDims; ++d) out[d] = sum[d] / length;
  }

  WordPiece pieces_;
  const float* scales_ = nullptr;
  const std::int8_t* rows_ = nullptr;
};

}  // namespace

std::unique_ptr<Embedder> make_static_embedder() { return std::make_unique<StaticEmbedder>(); }

}  // namespace pyramid::engine
