#include "engine/embedding/embedded_data.hpp"
#include "engine/embedding/wordpiece.hpp"
#include "engine/engine.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace pyramid::engine::embedding_test {
namespace {

constexpr std::size_t kDims = 176;

struct Reference {
  std::vector<std::uint16_t> ids;
  std::string text;
  std::vector<float> vector;
};

std::string read_all(const std::string& name) {
  std::ifstream in(std::string(PYRAMID_SOURCE_DIR) + "/tests/engine/reference/" + name,
                   std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string unescape(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    const char c = text[++i];
    if (c == 'x') {
      out += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      out += c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
    }
  }
  return out;
}

std::vector<Reference> references() {
  std::vector<Reference> all;
  std::istringstream lines(read_all("embedding.tsv"));
  const std::string vectors = read_all("embedding.f32");
  for (std::string line; std::getline(lines, line);) {
    Reference one;
    const std::size_t tab = line.find('\t');
    std::istringstream ids(line.substr(0, tab));
    for (unsigned id = 0; ids >> id;) one.ids.push_back(static_cast<std::uint16_t>(id));
    one.text = unescape(line.substr(tab + 1));
    one.vector.resize(kDims);
    std::memcpy(one.vector.data(), vectors.data() + all.size() * kDims * sizeof(float),
                kDims * sizeof(float));
    all.push_back(std::move(one));
  }
  REQUIRE(all.size() >= 200);
  REQUIRE(vectors.size() == all.size() * kDims * sizeof(float));
  return all;
}

std::vector<float> embed(Embedder& embedder, const std::vector<std::string>& texts) {
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  return embedder.embed(views).value();
}

}  // namespace

TEST_CASE("embedding: the linked data is whole") {
  const WordPiece pieces(embedded_vocabulary());
  CHECK(pieces.size() == 30522);
  CHECK(pieces.token(0) == "[PAD]");
  CHECK(pieces.token(100) == "[UNK]");
  CHECK(pieces.unknown() == 100);
  CHECK(pieces.token(30521) == "##～");
  CHECK(embedded_table().substr(0, 8) == "PYRSTAT2");
  CHECK(embedded_table().size() > 64000 * (4 + kDims));
}

TEST_CASE("wordpiece: the ids are those of the tokenizers package") {
  const WordPiece pieces(embedded_vocabulary());
  for (const Reference& one : references()) {
    std::vector<std::uint16_t> ids;
    pieces.tokenize(one.text, ids);
    INFO(one.text);
    CHECK(ids == one.ids);
  }
}

TEST_CASE("wordpiece: every token of the vocabulary is found as itself") {
  const WordPiece pieces(embedded_vocabulary());
  std::vector<std::uint16_t> ids;
  std::size_t whole = 0;
  for (std::uint16_t id = 1000; id < pieces.size(); ++id) {
    const std::string token(pieces.token(id));
    if (token.starts_with("##")) continue;
    ids.clear();
    pieces.tokenize(token, ids);
    whole += ids.size() == 1 && ids[0] == id ? 1 : 0;
  }
  CHECK(whole > 23'000);  // the rest are accented or decomposed forms that no text can reach
}

TEST_CASE("wordpiece: invalid UTF-8 is dropped, never read past") {
  const WordPiece pieces(embedded_vocabulary());
  std::vector<std::uint16_t> expected, ids;
  pieces.tokenize("house boat", expected);
  for (const char* text :
       {"house\xff boat", "house boat\xc3", "\x80house \xe2\x82 boat", "house boat\xf0\x9f"}) {
    ids.clear();
    pieces.tokenize(text, ids);
    CHECK(ids == expected);
  }
}

TEST_CASE("wordpiece: a small vocabulary, with and without a last line end") {
  for (const char* lines : {"[UNK]\na\nab\n##b\n##bc\nc\n", "[UNK]\na\nab\n##b\n##bc\nc"}) {
    const WordPiece pieces{std::string_view(lines)};
    std::vector<std::uint16_t> ids;
    pieces.tokenize("a ab abc abb abbc c cb x b", ids);
    // abc = ab + nothing for c: no token, although a + ##bc would do; greedy is what BERT does.
    CHECK(ids == std::vector<std::uint16_t>{1, 2, 0, 2, 3, 2, 4, 5, 5, 3, 0, 0});
  }
}

TEST_CASE("embedding: vectors are those of numpy") {
  const auto embedder = make_static_embedder();
  CHECK(embedder->name() == "static-176/3");
  REQUIRE(embedder->dims() == kDims);
  const std::vector<Reference> all = references();
  std::vector<std::string> texts;
  for (const Reference& one : all) texts.push_back(one.text);
  const std::vector<float> vectors = embed(*embedder, texts);
  REQUIRE(vectors.size() == all.size() * kDims);
  for (std::size_t i = 0; i < all.size(); ++i) {
    INFO(all[i].text);
    float worst = 0;
    for (std::size_t d = 0; d < kDims; ++d) {
      worst = std::max(worst, std::abs(vectors[i * kDims + d] - all[i].vector[d]));
    }
    CHECK(worst < 2e-6F);
  }
}

TEST_CASE("wordpiece: what a vocabulary of English knows are texts with words in it") {
  const WordPiece pieces(embedded_vocabulary());
  for (const char* text :
       {"", "The boiler – it hums.", "Zoë’s crème brûlée", "Wo ist der Schlüssel?", "Łódź",
        "😀 2026", "Công việc mới ở Huế", "the café 東京", "Kubernetes на prod", "42", "C++"}) {
    INFO(text);
    CHECK(pieces.knows(text));
  }
  for (const char* text :
       {"המפתח", "세탁기", "Ο φάκελος είναι στο συρτάρι.", "где мой ключ?", "钥匙在哪里",
        "鍵はどこ", "กุญแจ", "هل رأيت المفتاح", "हिन्दी में", "Where is the 钥匙?", "2026년 예산",
        "მარანი", "\u1109\u1166\u1110\u1161\u11A8"}) {
    INFO(text);
    CHECK_FALSE(pieces.knows(text));
  }
}

TEST_CASE("embedding: unit length, or zero without a known token") {
  const auto embedder = make_static_embedder();
  const std::vector<float> vectors = embed(*embedder, {"User lives in Austin.", "", "😀"});
  for (std::size_t i = 0; i < 3; ++i) {
    double squared = 0;
    for (std::size_t d = 0; d < kDims; ++d) {
      squared += static_cast<double>(vectors[i * kDims + d]) * vectors[i * kDims + d];
    }
    CHECK(squared == Approx(i == 0 ? 1.0 : 0.0));
  }
  CHECK(embed(*embedder, {}).empty());
}

TEST_CASE("embedding: near in meaning is near in space") {
  const auto embedder = make_static_embedder();
  const std::vector<float> v =
      embed(*embedder,
            {"The user bought a car.", "They purchased a vehicle.", "Peanuts give me a rash."});
  const auto cosine = [&](std::size_t a, std::size_t b) {
    float sum = 0;
    for (std::size_t d = 0; d < kDims; ++d) sum += v[a * kDims + d] * v[b * kDims + d];
    return sum;
  };
  CHECK(cosine(0, 1) > cosine(0, 2) + 0.2F);
}

TEST_CASE(
    "embedding: what is said in another language is near, and nothing else of that language") {
  const auto embedder = make_static_embedder();
  const auto cosine = [&](const std::string& one, const std::string& other) {
    const std::vector<float> v = embed(*embedder, {one, other});
    float sum = 0;
    for (std::size_t d = 0; d < kDims; ++d) sum += v[d] * v[kDims + d];
    return sum;
  };
  for (const auto& [asked, same, apart] : std::vector<std::array<const char*, 3>>{
           {"Wie heißt unser Hund?", "The family dog is called Bruno.",
            "Der Vertrag endet im September."},
           {"¿Dónde vive mi madre?", "User's mother lives near Graz.",
            "El médico recomendó nadar."},
           {"Qu'est-ce qui me donne des migraines ?", "User gets migraines without sleep.",
            "Les passeports sont dans le tiroir."},
           {"娘は何を怖がっていますか？", "Mia is scared of thunderstorms.",
            "来年京都へ引っ越します。"},
           {"我的钥匙在哪里？", "The keys are in the drawer.", "他明年要去北京。"}}) {
    INFO(asked);
    CHECK(cosine(asked, same) > cosine(asked, apart) + 0.1F);
  }
}

TEST_CASE("embedding: the same bits from several threads and in any batch") {
  const auto embedder = make_static_embedder();
  std::vector<std::string> texts;
  for (const Reference& one : references()) texts.push_back(one.text);
  const std::vector<float> together = embed(*embedder, texts);
  std::vector<std::vector<float>> made(4);
  std::vector<std::thread> threads;
  for (std::vector<float>& mine : made) {
    threads.emplace_back([&] {
      for (const std::string& text : texts) {
        const std::vector<float> one = embed(*embedder, {text});
        mine.insert(mine.end(), one.begin(), one.end());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<float>& mine : made) CHECK(mine == together);
}

// Run by name on a release build; make_reference.py --time gives the numpy figure for the same
// texts.
TEST_CASE("embedding: speed", "[.bench]") {
  using Clock = std::chrono::steady_clock;
  const auto seconds = [](Clock::time_point from) {
    return std::chrono::duration<double>(Clock::now() - from).count();
  };
  auto start = Clock::now();
  const auto embedder = make_static_embedder();
  WARN("construction: " << seconds(start) * 1e3 << " ms");
  const std::vector<Reference> all = references();
  std::vector<std::string_view> texts;
  for (int i = 0; i < 100; ++i) {
    for (std::size_t k = all.size() - 120; k < all.size(); ++k) texts.emplace_back(all[k].text);
  }
  start = Clock::now();
  const auto vectors = embedder->embed(texts);
  WARN(static_cast<double>(texts.size()) / seconds(start) << " texts/s");
  CHECK(vectors.value().size() == texts.size() * kDims);
}

}  // namespace pyramid::engine::embedding_test
