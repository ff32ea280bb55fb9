#include "ops/calls/kept_embedder.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <utility>
#include <vector>

namespace pyramid::ops {

namespace {

class KeptEmbedder final : public EmbedderAround {
 public:
  KeptEmbedder(std::shared_ptr<engine::Embedder> inner, std::shared_ptr<index::EmbeddingCache> kept,
               Keeping keeping)
      : EmbedderAround(std::move(inner)), kept_(std::move(kept)), keeping_(keeping) {}

  Result<std::vector<float>> embed(std::span<const std::string_view> texts) override {
    std::vector<Digest> keys;
    for (const std::string_view text : texts) keys.push_back(digest_of(text));
    auto found = kept_->find(name(), keys);
    if (!found && keeping_ == Keeping::kMust) return fail(std::move(found).error());
    std::vector<std::vector<float>> vectors;
    if (found) vectors = *std::move(found);
    vectors.resize(texts.size());
    PYRAMID_TRY(ask_for_missing(texts, keys, vectors));
    std::vector<float> all;
    for (const std::vector<float>& one : vectors) all.insert(all.end(), one.begin(), one.end());
    return all;
  }

 private:
  Status ask_for_missing(std::span<const std::string_view> texts, const std::vector<Digest>& keys,
                         std::vector<std::vector<float>>& vectors) {
    std::map<Digest, std::size_t> places;  // among what is asked
    std::vector<std::string_view> asked;
    std::vector<Digest> asked_keys;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (!vectors[i].empty() || !places.emplace(keys[i], asked.size()).second) continue;
      asked.push_back(texts[i]);
      asked_keys.push_back(keys[i]);
    }
    if (asked.empty()) return {};
    PYRAMID_ASSIGN(const std::vector<float> made, inner_->embed(asked));
    const std::size_t dims = made.size() / asked.size();
    Status put = kept_->put(name(), dims, asked_keys, made);
    if (!put && keeping_ == Keeping::kMust) return put;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const auto place = places.find(keys[i]);
      if (!vectors[i].empty() || place == places.end()) continue;
      const auto from = made.begin() + static_cast<std::ptrdiff_t>(place->second * dims);
      vectors[i].assign(from, from + static_cast<std::ptrdiff_t>(dims));
    }
    return {};
  }

  std::shared_ptr<index::EmbeddingCache> kept_;
  Keeping keeping_;
};

class WordsAlone final : public EmbedderAround {
 public:
  WordsAlone(std::unique_ptr<engine::Embedder> inner, Progress& progress)
      : EmbedderAround(std::move(inner)), progress_(progress) {}

  Result<std::vector<float>> embed(std::span<const std::string_view> texts) override {
    Result<std::vector<float>> made = inner_->embed(texts);
    if (made || made.error().kind != ErrorKind::kEngine) return made;
    if (!said_.exchange(true)) {
      Error why = made.error();
      why.what = "searched by words alone: " + why.what;
      progress_.notice(to_string(why));
    }
    return std::vector<float>(texts.size() * dims());
  }

 private:
  Progress& progress_;
  std::atomic<bool> said_{false};
};

class GoneEmbedder final : public engine::Embedder {
 public:
  GoneEmbedder(std::string name, std::size_t dims) : name_(std::move(name)), dims_(dims) {}

  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] std::size_t dims() const override { return dims_; }
  Result<std::vector<float>> embed(std::span<const std::string_view>) override {
    return fail(ErrorKind::kEngine,
                "the vectors are of " + name_ + ", which the settings do not name any more", {},
                "`pyramid embed` makes new ones");
  }

 private:
  std::string name_;
  std::size_t dims_;
};

}  // namespace

std::unique_ptr<engine::Embedder> keep_vectors(std::shared_ptr<engine::Embedder> inner,
                                               std::shared_ptr<index::EmbeddingCache> kept,
                                               Keeping keeping) {
  return std::make_unique<KeptEmbedder>(std::move(inner), std::move(kept), keeping);
}

std::unique_ptr<engine::Embedder> words_alone(std::unique_ptr<engine::Embedder> inner,
                                              Progress& progress) {
  return std::make_unique<WordsAlone>(std::move(inner), progress);
}

std::unique_ptr<engine::Embedder> gone_embedder(std::string name, std::size_t dims) {
  return std::make_unique<GoneEmbedder>(std::move(name), dims);
}

}  // namespace pyramid::ops
