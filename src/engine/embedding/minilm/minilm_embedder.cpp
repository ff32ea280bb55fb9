#include "engine/embedding/minilm/minilm_embedder.hpp"

#include "base/digest.hpp"
#include "engine/embedding/embedded_data.hpp"
#include "engine/embedding/minilm/encoder.hpp"
#include "engine/embedding/wordpiece.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace pyramid::engine {

namespace {

using minilm::Encoder;
using minilm::kMostTokens;
using minilm::kWidth;

// Tokens that go through the layers together: what lies between the layers stays in the caches.
constexpr std::size_t kTogether = 256;
constexpr std::size_t kSampled = 64;  // bytes of a tensor's begin and end

// Other weights have another name: of each tensor its name, its shape and some of its numbers.
std::string fingerprint(const minilm::Tensors& tensors) {
  std::string read;
  for (const auto& [name, tensor] : tensors) {
    read += name + "\n" + std::to_string(tensor.bytes.size()) + "\n";
    const std::size_t sampled = std::min(kSampled, tensor.bytes.size());
    read += tensor.bytes.substr(0, sampled);
    read += tensor.bytes.substr(tensor.bytes.size() - sampled);
  }
  constexpr std::size_t kShown = 8;
  return to_hex(digest_of(read)).substr(0, kShown);
}

class MiniLmEmbedder final : public Embedder {
 public:
  MiniLmEmbedder(MappedFile file, minilm::Tensors tensors, std::string_view vocabulary,
                 const minilm::Kernels& kernels)
      : file_(std::move(file)),
        tensors_(std::move(tensors)),
        kernels_(kernels),
        pieces_(vocabulary),
        begin_(id_of("[CLS]")),
        end_(id_of("[SEP]")),
        name_("minilm-384/2-" + fingerprint(tensors_)) {}

  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] std::size_t dims() const override { return kWidth; }

  Result<std::vector<float>> embed(std::span<const std::string_view> texts) override {
    // The weights are laid out for the processor when they are first needed: 40 MB.
    std::call_once(read_, [this] { encoder_.emplace(tensors_, kernels_); });
    std::vector<float> vectors(texts.size() * kWidth);
    std::vector<std::uint16_t> ids;
    std::vector<std::size_t> lengths;
    std::size_t done = 0;
    const auto encode = [&] {
      encoder_->encode(ids, lengths, vectors.data() + done * kWidth);
      done += lengths.size();
      ids.clear();
      lengths.clear();
    };
    for (const std::string_view text : texts) {
      const std::size_t before = ids.size();
      ids.push_back(begin_);
      pieces_.tokenize(text, ids);
      ids.resize(std::min(ids.size(), before + kMostTokens - 1));
      ids.push_back(end_);
      lengths.push_back(ids.size() - before);
      if (ids.size() >= kTogether) encode();
    }
    if (!lengths.empty()) encode();
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (pieces_.knows(texts[i])) continue;
      std::fill_n(vectors.begin() + static_cast<std::ptrdiff_t>(i * kWidth), kWidth, 0.0F);
    }
    return vectors;
  }

 private:
  [[nodiscard]] std::uint16_t id_of(std::string_view token) const {
    for (std::size_t id = 0; id < pieces_.size(); ++id) {
      if (pieces_.token(static_cast<std::uint16_t>(id)) == token) {
        return static_cast<std::uint16_t>(id);
      }
    }
    return pieces_.unknown();
  }

  MappedFile file_;
  minilm::Tensors tensors_;
  const minilm::Kernels& kernels_;
  WordPiece pieces_;
  std::uint16_t begin_ = 0, end_ = 0;
  std::string name_;
  std::once_flag read_;
  std::optional<Encoder> encoder_;
};

std::size_t lines_in(std::string_view vocabulary) { return WordPiece(vocabulary).size(); }

}  // namespace

Result<std::unique_ptr<Embedder>> make_minilm_embedder(MappedFile file, std::string_view vocabulary,
                                                       const minilm::Kernels& kernels) {
  PYRAMID_ASSIGN(minilm::Tensors tensors, minilm::read_safetensors(file.bytes()));
  PYRAMID_TRY(minilm::check_tensors(tensors, lines_in(vocabulary)));
  return std::unique_ptr<Embedder>(
      std::make_unique<MiniLmEmbedder>(std::move(file), std::move(tensors), vocabulary, kernels));
}

Result<std::unique_ptr<Embedder>> make_minilm_embedder(const std::string& path) {
  constexpr const char* kHint = "set `minilm_path` to the model.safetensors of all-MiniLM-L6-v2";
  if (path.empty()) {
    return fail(ErrorKind::kUsage, "minilm needs a file of weights", "pyramid.yaml", kHint);
  }
  Result<MappedFile> file = MappedFile::open(path);
  if (!file) {
    Error error = file.error();
    error.kind = ErrorKind::kUsage;
    error.hint = kHint;
    return fail(std::move(error));
  }
  Result<std::unique_ptr<Embedder>> made =
      make_minilm_embedder(*std::move(file), embedded_vocabulary());
  if (made) return made;
  Error error = made.error();
  error.kind = ErrorKind::kUsage;
  error.where = path;
  error.hint = kHint;
  return fail(std::move(error));
}

}  // namespace pyramid::engine
