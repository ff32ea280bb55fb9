// Vectors that outlive the index.
#include "index/embedding_cache.hpp"

#include "tests/index/indexed.hpp"

namespace embedding_cache_test {

using namespace pyramid;
using namespace pyramid::index;
using namespace pyramid::test;

namespace {

const std::vector<Digest>& texts() {
  static const std::vector<Digest> kTexts = {digest_of("boat"), digest_of("pier"),
                                             digest_of("shed")};
  return kTexts;
}

std::vector<float> numbers(std::size_t count, float first) {
  std::vector<float> made;
  for (std::size_t i = 0; i < count; ++i) made.push_back(first + static_cast<float>(i) / 7);
  return made;
}

}  // namespace

TEST_CASE(
    "embedding cache: what was put is found by its embedder and text, by later processes too") {
  const TempDirectory directory;
  const std::string path = directory / "embeddings.db";
  {
    EmbeddingCache cache(path);
    CHECK(*cache.dims_of("one") == 0);
    CHECK(cache.find("one", texts())->at(0).empty());
    CHECK_FALSE(std::filesystem::exists(path));
    REQUIRE(cache.put("one", 2, std::span(texts()).first(2), numbers(4, 0.5F)));
    REQUIRE(cache.put("two", 3, std::span(texts()).first(1), numbers(3, 0.25F)));
  }
  EmbeddingCache cache(path);
  CHECK(*cache.dims_of("one") == 2);
  CHECK(*cache.size() == 3);
  const auto found = cache.find("one", texts());
  REQUIRE(found);
  CHECK(found->at(0) == std::vector<float>{0.5F, 0.5F + 1.0F / 7});
  CHECK(found->at(1).size() == 2);
  CHECK(found->at(2).empty());
  CHECK(*cache.holds("two", texts()) == std::vector<bool>{true, false, false});
  // Vectors of another length are another embedder's, whatever its name.
  REQUIRE(cache.put("one", 3, std::span(texts()).first(1), numbers(3, 0.75F)));
  CHECK(*cache.holds("one", texts()) == std::vector<bool>{true, false, false});
}

TEST_CASE("embedding cache: only what is to be kept stays, in the file's bytes too") {
  const TempDirectory directory;
  EmbeddingCache cache(directory / "embeddings.db");
  REQUIRE(cache.put("one", 2, texts(), numbers(6, 0.5F)));
  REQUIRE(cache.keep_only(std::span(texts()).last(1)));
  CHECK(*cache.holds("one", texts()) == std::vector<bool>{false, false, true});
  std::ifstream file(directory / "embeddings.db", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const auto holds = [&](const Digest& text) {
    const std::string_view key(reinterpret_cast<const char*>(text.bytes.data()), text.bytes.size());
    return bytes.find(key) != std::string::npos;
  };
  CHECK_FALSE(holds(texts()[0]));
  CHECK(holds(texts()[2]));
}

TEST_CASE("embedding cache: a damaged one is begun anew") {
  const TempDirectory directory;
  const std::string path = directory / "embeddings.db";
  {
    EmbeddingCache cache(path);
    REQUIRE(cache.put("one", 2, texts(), numbers(6, 0.5F)));
  }
  std::ofstream(path, std::ios::binary) << std::string(9'000, 'x');
  std::filesystem::remove(path + "-wal");
  EmbeddingCache cache(path);
  CHECK(cache.find("one", texts())->at(0).empty());
  REQUIRE(cache.put("one", 2, texts(), numbers(6, 0.5F)));
  CHECK(*cache.size() == 3);
}

}  // namespace embedding_cache_test
