#include "search/reranking.hpp"

#include "search/spread.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>

namespace pyramid::search {

namespace {

constexpr std::size_t kLookedAt = 50;
// Processors add up in different orders: their cosines differ by some millionths.
constexpr double kSteps = 1000;

double cosine_of(const float* a, const float* b, std::size_t dims) {
  double sum = 0;
  for (std::size_t i = 0; i < dims; ++i)
    sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  return std::round(sum * kSteps) / kSteps;
}

}  // namespace

Status look_again(index::Index& index, engine::Embedder& embedder, std::string_view query,
                  std::vector<Hit>& hits) {
  std::vector<std::int64_t> rows;
  for (std::size_t i = 0; i < std::min(kLookedAt, hits.size()); ++i) {
    rows.push_back(hits[i].chunk.row);
  }
  PYRAMID_ASSIGN(const auto found, index.to_embed_of(embedder.name(), rows));
  std::vector<std::string_view> texts = {query};
  for (const index::Index::ToEmbed& one : found) texts.push_back(one.text);
  PYRAMID_ASSIGN(const std::vector<float> vectors, embedder.embed(texts));
  const std::size_t dims = vectors.size() / texts.size();
  if (!is_near_anything(std::span(vectors).first(dims))) return {};
  std::unordered_map<std::int64_t, double> cosines;  // by row
  Spread spread;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double cosine = cosine_of(vectors.data(), vectors.data() + (i + 1) * dims, dims);
    cosines.emplace(found[i].row, cosine);
    spread.take(cosine);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto cosine = cosines.find(rows[i]);
    if (cosine != cosines.end()) hits[i].reranked = spread.of(cosine->second);
  }
  return {};
}

}  // namespace pyramid::search
