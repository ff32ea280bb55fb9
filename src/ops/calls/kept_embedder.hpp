// Embedders around an embedder: one that keeps what was made, one that does without.
//
// Thread rule: as all embedders, any thread.
#pragma once

#include "engine/engine.hpp"
#include "index/embedding_cache.hpp"
#include "pyramid/progress.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyramid::ops {

// Does as the one inside does; what one around it does otherwise it says itself.
class EmbedderAround : public engine::Embedder {
 public:
  explicit EmbedderAround(std::shared_ptr<engine::Embedder> inner) : inner_(std::move(inner)) {}

  [[nodiscard]] std::string name() const override { return inner_->name(); }
  [[nodiscard]] std::size_t dims() const override { return inner_->dims(); }
  Result<std::vector<float>> embed(std::span<const std::string_view> texts) override {
    return inner_->embed(texts);
  }
  [[nodiscard]] std::vector<engine::CloseLook> look_closely(
      std::string_view query, std::span<const engine::AskedWord> words,
      std::span<const std::string_view> texts) const override {
    return inner_->look_closely(query, words, texts);
  }

 protected:
  std::shared_ptr<engine::Embedder> inner_;
};

// What happens where vectors cannot be kept: they serve all the same, or the call fails, because
// they would be paid for again.
enum class Keeping { kMay, kMust };

// Asks `inner` only for texts whose vectors are not kept, each once.
std::unique_ptr<engine::Embedder> keep_vectors(std::shared_ptr<engine::Embedder> inner,
                                               std::shared_ptr<index::EmbeddingCache> kept,
                                               Keeping keeping);

// Where `inner` fails (kEngine), its texts get the zero vector, which is near to nothing, and one
// line says so. Borrows `progress`.
std::unique_ptr<engine::Embedder> words_alone(std::unique_ptr<engine::Embedder> inner,
                                              Progress& progress);

// One that is not there any more: its calls fail.
std::unique_ptr<engine::Embedder> gone_embedder(std::string name, std::size_t dims);

}  // namespace pyramid::ops
