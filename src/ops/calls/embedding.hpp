// What makes the index's vectors: the embedding that the settings choose, and the one that serves.
//
// They differ after a change of the settings: the vectors that there are serve until those of the
// chosen embedding are complete (ops/write/embed_rest.hpp), and a question is embedded by what
// serves. Vectors of a transformer or of a server are kept beside the index
// (index/embedding_cache.hpp).
#pragma once

#include "engine/engine.hpp"
#include "engine/openai/openai_embedder.hpp"
#include "format/prices.hpp"
#include "index/embedding_cache.hpp"
#include "ops/calls/kept_embedder.hpp"
#include "pyramid/environment.hpp"
#include "pyramid/result.hpp"
#include "workspace/workspace.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pyramid::ops {

class Ledger;

// One embedder that may be put in another's place while it is borrowed.
class ServingEmbedder final : public EmbedderAround {
 public:
  using EmbedderAround::EmbedderAround;
  void become(std::unique_ptr<engine::Embedder> inner) { inner_ = std::move(inner); }
};

struct Embedding {
  std::unique_ptr<ServingEmbedder> serving;
  // Where embed_rest() makes vectors; null: they are made while files are read, and need no more.
  std::shared_ptr<engine::Embedder> chosen;
  std::shared_ptr<index::EmbeddingCache> kept;  // with `chosen`
  bool chosen_asks = false;                     // the chosen one is asked over a network
  std::shared_ptr<engine::Embedder> asked;      // then: the same, whatever is kept
  std::optional<format::ModelPrice> price;      // then: of its model, if it is known
  // Then: texts that the server refused since this was asked last.
  std::function<std::vector<engine::openai::RefusedText>()> refused;
  bool serving_asks = false;  // so is the one that serves: a refresh takes what is kept alone
  // What serves once the chosen one's vectors are complete.
  std::function<std::unique_ptr<engine::Embedder>()> successor;

  // For index::OpenOptions.
  [[nodiscard]] index::EmbeddingCache* vectors() const {
    return serving_asks ? kept.get() : nullptr;
  }
};

// Sends nothing. `database`: as WorkspaceOptions::database. `ledger`: watches the calls. Borrows
// files, clock and progress of the environment. kUsage where the weights of
// minilm cannot be used or an address is none.
Result<Embedding> make_embedding(const Environment& environment,
                                 const workspace::Workspace& workspace, const std::string& database,
                                 const std::shared_ptr<Ledger>& ledger);

// What a server of embeddings does not know stands in `.pyramid/embedding.json`, so that no command
// asks for it again; from now on one does.
Status forget_embedding_abilities(FileSystem& files, const workspace::Workspace& workspace);

// What looks at the best hits of a search once more, its vectors kept with the others; null where
// the setting `rerank` names none. kUsage where the weights of minilm cannot be used.
Result<std::unique_ptr<engine::Embedder>> make_reranker(const workspace::Workspace& workspace);

inline constexpr const char* kEmbeddingsFile = "embeddings.db";  // below .pyramid/
// Where the vectors are that are kept, whether there are any or not.
std::shared_ptr<index::EmbeddingCache> kept_vectors(const workspace::Workspace& workspace);

}  // namespace pyramid::ops
