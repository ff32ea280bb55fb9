// all-MiniLM-L6-v2 in process, with weights that are made up here, and with the true ones where
// they are at hand.
#include "engine/embedding/embedded_data.hpp"
#include "engine/embedding/minilm/encoder.hpp"
#include "engine/embedding/minilm/minilm_embedder.hpp"
#include "engine/embedding/wordpiece.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_directory.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace pyramid::engine::minilm_test {
namespace {

using namespace minilm;
using Json = nlohmann::json;

constexpr std::string_view kVocabulary =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\nuser\nmoved\nto\nlisbon\n.\nrent\nis\nhigh\n";
constexpr std::size_t kWords = 12;
constexpr const char* kWeights = PYRAMID_SOURCE_DIR "/build/minilm/model.safetensors";

std::string read_all(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A safetensors file, tensor by tensor.
class Made {
 public:
  void add(const std::string& name, const std::vector<std::size_t>& shape, const Floats& numbers) {
    const std::size_t begin = data_.size();
    data_.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float));
    header_[name] = {{"dtype", "F32"}, {"shape", shape}, {"data_offsets", {begin, data_.size()}}};
    numbers_[name] = numbers;
  }
  [[nodiscard]] std::string bytes() const { return with_header(header_.dump()); }
  [[nodiscard]] std::string with_header(const std::string& header) const {
    const std::uint64_t length = header.size();
    std::string out(reinterpret_cast<const char*>(&length), sizeof length);
    return out + header + data_;
  }
  Json& header() { return header_; }
  [[nodiscard]] const Floats& numbers(const std::string& name) const { return numbers_.at(name); }

 private:
  Json header_;
  std::string data_;
  std::map<std::string, Floats> numbers_;
};

// The same architecture with numbers of a generator: BERT's names and shapes, 12 words.
const Made& random_weights() {
  static const Made kMade = [] {
    Made made;
    std::uint32_t state = 20260512;
    const auto add = [&](const std::string& name, const std::vector<std::size_t>& shape,
                         float middle, float width) {
      std::size_t count = 1;
      for (const std::size_t one : shape) count *= one;
      Floats numbers(count);
      for (float& one : numbers) {
        state = state * 1664525U + 1013904223U;
        one = middle + width * (static_cast<float>(state >> 8U) / 8388608.0F - 1.0F);
      }
      made.add(name, shape, numbers);
    };
    const auto norm = [&](const std::string& name) {
      add(name + ".weight", {kWidth}, 1.0F, 0.2F);
      add(name + ".bias", {kWidth}, 0.0F, 0.1F);
    };
    const auto linear = [&](const std::string& name, std::size_t out, std::size_t in) {
      add(name + ".weight", {out, in}, 0.0F, 0.09F);
      add(name + ".bias", {out}, 0.0F, 0.1F);
    };
    add("embeddings.word_embeddings.weight", {kWords, kWidth}, 0.0F, 0.5F);
    add("embeddings.position_embeddings.weight", {512, kWidth}, 0.0F, 0.1F);
    add("embeddings.token_type_embeddings.weight", {2, kWidth}, 0.0F, 0.1F);
    norm("embeddings.LayerNorm");
    for (std::size_t i = 0; i < kLayers; ++i) {
      const std::string at = "encoder.layer." + std::to_string(i) + ".";
      for (const char* part : {"query", "key", "value"}) {
        linear(at + "attention.self." + part, kWidth, kWidth);
      }
      linear(at + "attention.output.dense", kWidth, kWidth);
      norm(at + "attention.output.LayerNorm");
      linear(at + "intermediate.dense", kInner, kWidth);
      linear(at + "output.dense", kWidth, kInner);
      norm(at + "output.LayerNorm");
    }
    return made;
  }();
  return kMade;
}

Result<std::unique_ptr<Embedder>> open(const test::TempDirectory& folder, const std::string& bytes,
                                       const Kernels& kernels = best_kernels()) {
  const std::string path = folder / "model.safetensors";
  std::ofstream(path, std::ios::binary) << bytes;
  return make_minilm_embedder(MappedFile::open(path).value(), kVocabulary, kernels);
}

using Doubles = std::vector<double>;

// The formulas as they stand in the papers, in double precision and without a thought of speed.
class Plain {
 public:
  explicit Plain(const Made& made) : made_(made) {}

  Doubles encode(const std::vector<std::uint16_t>& ids) {
    rows_ = ids.size();
    Doubles x;
    for (std::size_t at = 0; at < rows_; ++at) {
      for (std::size_t d = 0; d < kWidth; ++d) {
        x.push_back(static_cast<double>(of("embeddings.word_embeddings.weight", ids[at], d)) +
                    of("embeddings.position_embeddings.weight", at, d) +
                    of("embeddings.token_type_embeddings.weight", 0, d));
      }
    }
    x = norm(x, "embeddings.LayerNorm");
    for (std::size_t i = 0; i < kLayers; ++i) {
      const std::string at = "encoder.layer." + std::to_string(i) + ".";
      const Doubles seen =
          linear(attend(x, at + "attention.self."), at + "attention.output.dense", kWidth, kWidth);
      x = norm(sum(x, seen), at + "attention.output.LayerNorm");
      Doubles inner = linear(x, at + "intermediate.dense", kInner, kWidth);
      for (double& one : inner) one = 0.5 * one * (1 + std::erf(one / std::sqrt(2.0)));
      x = norm(sum(x, linear(inner, at + "output.dense", kWidth, kInner)), at + "output.LayerNorm");
    }
    Doubles mean(kWidth);
    double squares = 0;
    for (std::size_t i = 0; i < x.size(); ++i) mean[i % kWidth] += x[i];
    for (const double one : mean) squares += one * one;
    for (double& one : mean) one /= std::sqrt(squares);
    return mean;
  }

 private:
  float of(const std::string& name, std::size_t row, std::size_t column) const {
    return made_.numbers(name)[row * kWidth + column];
  }
  static Doubles sum(Doubles a, const Doubles& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
    return a;
  }
  Doubles linear(const Doubles& x, const std::string& name, std::size_t out, std::size_t in) const {
    const Floats& weight = made_.numbers(name + ".weight");
    const Floats& bias = made_.numbers(name + ".bias");
    Doubles y(rows_ * out);
    for (std::size_t row = 0; row < rows_; ++row) {
      for (std::size_t o = 0; o < out; ++o) {
        const float* of_output = weight.data() + o * in;
        const double* of_row = x.data() + row * in;
        double total = bias[o];
        for (std::size_t i = 0; i < in; ++i) total += of_row[i] * of_output[i];
        y[row * out + o] = total;
      }
    }
    return y;
  }
  Doubles norm(Doubles x, const std::string& name) const {
    const Floats& gain = made_.numbers(name + ".weight");
    const Floats& shift = made_.numbers(name + ".bias");
    for (std::size_t row = 0; row < rows_; ++row) {
      double* const at = x.data() + row * kWidth;
      double mean = 0;
      double squares = 0;
      for (std::size_t d = 0; d < kWidth; ++d) mean += at[d] / kWidth;
      for (std::size_t d = 0; d < kWidth; ++d) squares += (at[d] - mean) * (at[d] - mean) / kWidth;
      for (std::size_t d = 0; d < kWidth; ++d) {
        at[d] = (at[d] - mean) / std::sqrt(squares + 1e-12) * gain[d] + shift[d];
      }
    }
    return x;
  }
  Doubles attend(const Doubles& x, const std::string& name) const {
    const Doubles q = linear(x, name + "query", kWidth, kWidth);
    const Doubles k = linear(x, name + "key", kWidth, kWidth);
    const Doubles v = linear(x, name + "value", kWidth, kWidth);
    Doubles out(rows_ * kWidth);
    for (std::size_t head = 0; head < kWidth; head += kHeadWidth) {
      for (std::size_t i = 0; i < rows_; ++i) {
        Doubles scores(rows_);
        double total = 0;
        for (std::size_t j = 0; j < rows_; ++j) {
          for (std::size_t d = head; d < head + kHeadWidth; ++d) {
            scores[j] += q[i * kWidth + d] * k[j * kWidth + d];
          }
          scores[j] = std::exp(scores[j] / std::sqrt(static_cast<double>(kHeadWidth)));
          total += scores[j];
        }
        for (std::size_t j = 0; j < rows_; ++j) {
          for (std::size_t d = head; d < head + kHeadWidth; ++d) {
            out[i * kWidth + d] += scores[j] / total * v[j * kWidth + d];
          }
        }
      }
    }
    return out;
  }

  const Made& made_;
  std::size_t rows_ = 0;
};

std::vector<const Kernels*> all_kernels() {
  std::vector<const Kernels*> all = {&portable_kernels()};
  if (avx2_kernels() != nullptr) all.push_back(avx2_kernels());
  if (avx512_kernels() != nullptr) all.push_back(avx512_kernels());
  return all;
}

std::string error_of(const Result<std::unique_ptr<Embedder>>& made) {
  return made ? "" : made.error().what;
}

}  // namespace

TEST_CASE("minilm: every sort of processor computes what the formulas say") {
  const test::TempDirectory folder;
  const Doubles expected = Plain(random_weights()).encode({2, 4, 5, 6, 7, 8, 9, 10, 1, 3});
  for (const Kernels* kernels : all_kernels()) {
    INFO(kernels->panel);
    const auto embedder = open(folder, random_weights().bytes(), *kernels);
    REQUIRE(error_of(embedder).empty());
    CHECK((*embedder)->dims() == kWidth);
    const std::vector<std::string_view> texts = {"User moved to Lisbon. Rent is strange"};
    const std::vector<float> vector = (*embedder)->embed(texts).value();
    REQUIRE(vector.size() == kWidth);
    double worst = 0;
    for (std::size_t d = 0; d < kWidth; ++d) {
      worst = std::max(worst, std::abs(vector[d] - expected[d]));
    }
    CHECK(worst < 1e-5);
  }
}

TEST_CASE("minilm: a text has the same vector in any batch and from several threads") {
  const test::TempDirectory folder;
  const auto embedder = open(folder, random_weights().bytes()).value();
  std::vector<std::string> texts = {"", "user", "User moved to Lisbon."};
  for (std::size_t words = 4; words < 60; words += 7) {
    texts.emplace_back();
    for (std::size_t i = 0; i < words; ++i) texts.back() += i % 3 == 0 ? "rent " : "is high ";
  }
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const std::vector<float> together = embedder->embed(views).value();
  std::vector<std::vector<float>> alone(2);
  std::vector<std::thread> threads;
  for (std::vector<float>& mine : alone) {
    threads.emplace_back([&] {
      for (const std::string_view text : views) {
        const auto one = embedder->embed(std::vector<std::string_view>{text});
        mine.insert(mine.end(), one->begin(), one->end());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<float>& mine : alone) CHECK(mine == together);
  CHECK((*embedder).embed({}).value().empty());
}

TEST_CASE("minilm: a text is read up to 256 tokens") {
  const test::TempDirectory folder;
  const auto embedder = open(folder, random_weights().bytes()).value();
  std::string first;
  for (std::size_t i = 0; i < kMostTokens - 2; ++i) first += i % 2 == 0 ? "rent " : "high ";
  const std::string longer = first + "user moved to lisbon";
  const std::vector<std::string_view> texts = {first, longer};
  const std::vector<float> vectors = embedder->embed(texts).value();
  const auto middle = vectors.begin() + static_cast<std::ptrdiff_t>(kWidth);
  CHECK(std::equal(vectors.begin(), middle, middle));
}

TEST_CASE("minilm: other weights have another name") {
  const test::TempDirectory folder;
  Made other = random_weights();
  const auto one = open(folder, other.bytes()).value();
  Floats bias = other.numbers("encoder.layer.5.output.dense.bias");
  bias[0] += 0.5F;
  other.add("encoder.layer.5.output.dense.bias", {kWidth}, bias);
  const test::TempDirectory elsewhere;
  const auto changed = open(elsewhere, other.bytes()).value();
  CHECK(one->name().starts_with("minilm-384/2-"));
  CHECK(one->name() != changed->name());
}

TEST_CASE("minilm: a file that is none, or of another model, is refused and read no further") {
  const test::TempDirectory folder;
  CHECK(error_of(open(folder, "")).find("too short") != std::string::npos);
  CHECK(error_of(open(folder, std::string(8, '\xff'))).find("longer") != std::string::npos);
  CHECK(error_of(open(folder, std::string("\x02\0\0\0\0\0\0\0[]", 10))).find("not a JSON object") !=
        std::string::npos);
  CHECK(error_of(open(folder, std::string("\x02\0\0\0\0\0\0\0{}", 10)))
            .find("has no tensor `embeddings.word_embeddings.weight`") != std::string::npos);
  const std::string whole = random_weights().bytes();
  CHECK(error_of(open(folder, whole.substr(0, whole.size() - 1))).find("lie within") !=
        std::string::npos);
  const char* const kName = "embeddings.LayerNorm.bias";
  const auto with = [&](const char* member, const Json& value) {
    Made made = random_weights();
    made.header()[kName][member] = value;
    return error_of(open(folder, made.bytes()));
  };
  CHECK(with("shape", {kWidth - 1}).find("lie within") != std::string::npos);
  CHECK(with("shape", {2, kWidth / 2}).find("another shape") != std::string::npos);
  CHECK(with("shape", {0}).find("lie within") != std::string::npos);
  CHECK(with("shape", {std::uint64_t{1} << 63U, 2}).find("lie within") != std::string::npos);
  CHECK(with("shape", "wide").find("lie within") != std::string::npos);
  CHECK(with("data_offsets", {0, std::uint64_t{1} << 62U}).find("lie within") != std::string::npos);
  CHECK(with("data_offsets", {16, 8}).find("lie within") != std::string::npos);
  CHECK(with("data_offsets", {-8, 8}).find("lie within") != std::string::npos);
  CHECK(with("dtype", "F16").find("has no tensor") != std::string::npos);
  CHECK(with("dtype", 7).find("has no tensor") != std::string::npos);

  CHECK(make_minilm_embedder("").error().kind == ErrorKind::kUsage);
  const auto missing = make_minilm_embedder(folder / "no.safetensors");
  REQUIRE_FALSE(missing);
  CHECK(missing.error().kind == ErrorKind::kUsage);
  CHECK(missing.error().hint.find("minilm_path") != std::string::npos);
  CHECK(make_minilm_embedder(folder.path()).error().cause == "Is a directory");
}

// build/minilm is filled by ./test where the package with the weights can be had.
TEST_CASE("minilm: the true weights give the reference's vectors of 200 sentences") {
  if (!std::ifstream(kWeights)) {
    WARN("skipped: no weights in build/minilm (./test fetches them where it can)");
    return;
  }
  const auto embedder = make_minilm_embedder(std::string(kWeights)).value();
  std::vector<std::string> texts;
  const std::string folder = std::string(PYRAMID_SOURCE_DIR) + "/tests/engine/reference/";
  std::istringstream lines(read_all(folder + "embedding.tsv"));
  for (std::string line; std::getline(lines, line);) {
    const std::string text = line.substr(line.find('\t') + 1);
    const bool plain = text.find('\\') == std::string::npos;
    if (plain && text.find_first_not_of(" \t") != std::string::npos) texts.push_back(text);
  }
  const std::string bytes = read_all(folder + "minilm.i16");
  constexpr std::size_t kCount = 200;
  REQUIRE(bytes.size() == kCount * kWidth * sizeof(std::int16_t));
  texts.erase(texts.begin(), texts.end() - static_cast<std::ptrdiff_t>(kCount));
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const std::vector<float> vectors = embedder->embed(views).value();
  const WordPiece pieces(embedded_vocabulary());
  double worst = 0;
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    if (!pieces.knows(texts[i / kWidth])) continue;  // a zero vector
    std::int16_t expected = 0;
    std::memcpy(&expected, bytes.data() + i * sizeof expected, sizeof expected);
    worst = std::max(worst, std::abs(vectors[i] - expected / 32767.0));
  }
  CHECK(worst < 1e-4);
}

}  // namespace pyramid::engine::minilm_test
