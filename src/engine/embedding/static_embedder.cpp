// The static embedder: a text's vector is the mean of its tokens' rows, at unit length.
#include "engine/embedding/close_look.hpp"
#include "engine/embedding/token_table.hpp"
#include "engine/engine.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace pyramid::engine {
namespace {

class StaticEmbedder final : public Embedder {
 public:
  [[nodiscard]] std::string name() const override { return "static-176/3"; }
  [[nodiscard]] std::size_t dims() const override { return kTableDims; }

  Result<std::vector<float>> embed(std::span<const std::string_view> texts) override {
    std::vector<float> vectors(texts.size() * kTableDims);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::vector<std::uint16_t> tokens = table_.tokens_of(texts[i]);
      if (!table_.knows(texts[i], tokens)) continue;
      // The length of the sum is normalised away, so it need not be divided by the number of
      // tokens.
      TableVector sum{};
      for (const std::uint16_t id : tokens) table_.add(id, 1, sum);
      normalise(sum);
      std::copy(sum.begin(), sum.end(),
                vectors.begin() + static_cast<std::ptrdiff_t>(i * kTableDims));
    }
    return vectors;
  }

  [[nodiscard]] std::vector<CloseLook> look_closely(
      std::string_view query, std::span<const AskedWord> words,
      std::span<const std::string_view> texts) const override {
    return engine::look_closely(table_, query, words, texts);
  }

 private:
  TokenTable table_;
};

}  // namespace

std::unique_ptr<Embedder> make_static_embedder() { return std::make_unique<StaticEmbedder>(); }

Result<std::vector<double>> builtin_cosines(std::string_view query,
                                            std::span<const std::string_view> texts) {
  std::vector<double> cosines;
  if (texts.empty()) return cosines;
  StaticEmbedder embedder;
  PYRAMID_ASSIGN(const std::vector<float> asked, embedder.embed(std::span(&query, 1)));
  PYRAMID_ASSIGN(const std::vector<float> rows, embedder.embed(texts));
  for (auto row = rows.begin(); row != rows.end(); row += kTableDims) {
    cosines.push_back(std::inner_product(asked.begin(), asked.end(), row, 0.0));
  }
  return cosines;
}

}  // namespace pyramid::engine
