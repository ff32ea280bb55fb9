// The setting `rerank`: what it needs, and what it leaves behind.
#include "index/embedding_cache.hpp"
#include "ops/calls/embedding.hpp"
#include "pyramid/doctor.hpp"
#include "tests/ops/fixture.hpp"

#include <filesystem>

namespace reranking_test {

using namespace pyramid;

namespace {

// ./test fills build/minilm where the package with the weights can be had.
constexpr const char* kWeights = PYRAMID_SOURCE_DIR "/build/minilm/model.safetensors";

class Reranked : public test::Fixture {
 public:
  explicit Reranked(const std::string& weights) {
    write("pyramid.yaml", "rerank: minilm\nminilm_path: " + weights + "\ncommit: false\n");
    write("memory/boat.md", "The boat lies at the pier.\n");
    write("memory/boy.md", "My son practises the cello each evening.\n");
  }
  Result<SearchReport> search(const std::string& query) {
    SearchOptions options;
    options.workspace.root = root();
    options.query = query;
    return search_memory(environment(), options);
  }
  [[nodiscard]] std::size_t kept() const {
    index::EmbeddingCache cache(root() + "/.pyramid/" + ops::kEmbeddingsFile);
    return cache.size().value();
  }
};

}  // namespace

TEST_CASE("rerank: without weights a search says what is missing, and a sync goes on") {
  Reranked memory("no.safetensors");
  const auto found = memory.search("where is the boat");
  REQUIRE_FALSE(found);
  CHECK(found.error().kind == ErrorKind::kUsage);
  CHECK(found.error().hint.find("minilm_path") != std::string::npos);
  SyncOptions sync;
  sync.workspace.root = memory.root();
  CHECK(pyramid::sync(memory.environment(), sync));
  const auto examined = doctor(memory.environment(), {memory.root(), {}});
  REQUIRE(examined);
  CHECK(examined->engine_failed);

  memory.write("pyramid.yaml", "rerank: none\n");
  CHECK_FALSE(memory.search("where is the boat").value().hits.at(0).reranked.has_value());
}

TEST_CASE("rerank: pieces are embedded once, and the same question gives the same scores") {
  if (!std::filesystem::exists(kWeights)) {
    WARN("skipped: no weights in build/minilm (./test fetches them where it can)");
    return;
  }
  Reranked memory(kWeights);
  const auto first = memory.search("which instrument does the boy play");
  REQUIRE(first);
  CHECK(first->hits.at(0).path == "memory/boy.md");
  CHECK(first->hits.at(0).reranked == 1);
  const std::size_t kept = memory.kept();
  CHECK(kept > first->hits.size());  // the question too
  const auto again = memory.search("which instrument does the boy play");
  REQUIRE(again);
  CHECK(memory.kept() == kept);
  CHECK(again->hits.at(0).score == first->hits.at(0).score);
  REQUIRE(memory.search("what does the boy play"));
  CHECK(memory.kept() == kept + 1);
  std::filesystem::remove_all(memory.root() + "/.pyramid");
  CHECK(memory.search("which instrument does the boy play")->hits.at(0).score ==
        first->hits.at(0).score);
}

}  // namespace reranking_test
