#include "engine/embedding/minilm/encoder.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace pyramid::engine::minilm {

namespace {

using Shape = std::vector<std::size_t>;

constexpr std::size_t kPositions = 512;
constexpr std::size_t kAsking = 3 * kWidth;

std::string layer_name(std::size_t number, const char* part) {
  return "encoder.layer." + std::to_string(number) + "." + part;
}

std::vector<std::pair<std::string, Shape>> wanted(std::size_t tokens) {
  std::vector<std::pair<std::string, Shape>> all = {
      {"embeddings.word_embeddings.weight", {tokens, kWidth}},
      {"embeddings.position_embeddings.weight", {kPositions, kWidth}},
      {"embeddings.token_type_embeddings.weight", {2, kWidth}},
      {"embeddings.LayerNorm.weight", {kWidth}},
      {"embeddings.LayerNorm.bias", {kWidth}}};
  for (std::size_t i = 0; i < kLayers; ++i) {
    const auto linear = [&](const char* part, std::size_t out, std::size_t in) {
      all.push_back({layer_name(i, part) + ".weight", {out, in}});
      all.push_back({layer_name(i, part) + ".bias", {out}});
    };
    for (const char* part : {"attention.self.query", "attention.self.key", "attention.self.value",
                             "attention.output.dense"}) {
      linear(part, kWidth, kWidth);
    }
    linear("intermediate.dense", kInner, kWidth);
    linear("output.dense", kWidth, kInner);
    for (const char* part : {"attention.output.LayerNorm", "output.LayerNorm"}) {
      all.push_back({layer_name(i, part) + ".weight", {kWidth}});
      all.push_back({layer_name(i, part) + ".bias", {kWidth}});
    }
  }
  return all;
}

Floats numbers(const Tensors& tensors, const std::string& name) {
  const std::string_view bytes = tensors.at(name).bytes;
  Floats all(bytes.size() / sizeof(float));
  std::memcpy(all.data(), bytes.data(), bytes.size());
  return all;
}

void append(Floats& to, const Floats& from) { to.insert(to.end(), from.begin(), from.end()); }

}  // namespace

Status check_tensors(const Tensors& tensors, std::size_t tokens) {
  for (const auto& [name, shape] : wanted(tokens)) {
    const auto tensor = tensors.find(name);
    if (tensor != tensors.end() && tensor->second.shape == shape) continue;
    return fail(ErrorKind::kInvalid,
                tensor == tensors.end() ? "has no tensor `" + name + "` of 32-bit floats"
                                        : "`" + name + "` has another shape",
                {}, "name the model.safetensors of all-MiniLM-L6-v2");
  }
  return {};
}

struct Encoder::Rooms {
  Floats x, asking, seen, inner, mixed;  // rows are tokens
  Floats keys, values, scores;           // of one head of one text
};

Encoder::Encoder(const Tensors& tensors, const Kernels& kernels)
    : kernels_(kernels),
      words_(tensors.at("embeddings.word_embeddings.weight").bytes),
      positions_(numbers(tensors, "embeddings.position_embeddings.weight")),
      gain_(numbers(tensors, "embeddings.LayerNorm.weight")),
      shift_(numbers(tensors, "embeddings.LayerNorm.bias")) {
  const Floats types = numbers(tensors, "embeddings.token_type_embeddings.weight");
  for (std::size_t i = 0; i < positions_.size(); ++i) positions_[i] += types[i % kWidth];
  for (std::size_t i = 0; i < kLayers; ++i) layers_.push_back(read_layer(tensors, i));
}

Floats Encoder::packed(const Floats& rows, std::size_t n, std::size_t k) const {
  Floats out(packed_size(kernels_, k, n));
  kernels_.pack_transposed(rows.data(), k, n, k, out.data());
  return out;
}

Encoder::Layer Encoder::read_layer(const Tensors& tensors, std::size_t number) const {
  const auto read = [&](const char* part) { return numbers(tensors, layer_name(number, part)); };
  Layer layer;
  // Scores are divided by the root of a head's width: so are the queries, once and for all.
  const float scale = 1.0F / std::sqrt(static_cast<float>(kHeadWidth));
  Floats asking = read("attention.self.query.weight");
  layer.asking_bias = read("attention.self.query.bias");
  for (float& one : asking) one *= scale;
  for (float& one : layer.asking_bias) one *= scale;
  append(asking, read("attention.self.key.weight"));
  append(layer.asking_bias, read("attention.self.key.bias"));
  append(asking, read("attention.self.value.weight"));
  append(layer.asking_bias, read("attention.self.value.bias"));
  layer.asking = packed(asking, kAsking, kWidth);
  layer.attended = packed(read("attention.output.dense.weight"), kWidth, kWidth);
  layer.attended_bias = read("attention.output.dense.bias");
  layer.attended_gain = read("attention.output.LayerNorm.weight");
  layer.attended_shift = read("attention.output.LayerNorm.bias");
  layer.inner = packed(read("intermediate.dense.weight"), kInner, kWidth);
  layer.inner_bias = read("intermediate.dense.bias");
  layer.outer = packed(read("output.dense.weight"), kWidth, kInner);
  layer.outer_bias = read("output.dense.bias");
  layer.outer_gain = read("output.LayerNorm.weight");
  layer.outer_shift = read("output.LayerNorm.bias");
  return layer;
}

void Encoder::look_up(std::span<const std::uint16_t> ids, std::span<const std::size_t> lengths,
                      float* out) const {
  const Floats zeros(kWidth);
  std::size_t token = 0;
  for (const std::size_t length : lengths) {
    for (std::size_t at = 0; at < length; ++at, ++token) {
      std::memcpy(out + token * kWidth, words_.data() + ids[token] * kWidth * sizeof(float),
                  kWidth * sizeof(float));
      kernels_.add_norm(out + token * kWidth, positions_.data() + at * kWidth, zeros.data(),
                        gain_.data(), shift_.data(), 1, kWidth);
    }
  }
}

// One text: tokens first to first + length.
void Encoder::attend(std::size_t first, std::size_t length, Rooms& rooms) const {
  const std::size_t ld = packed_size(kernels_, 1, length);
  const std::size_t ld_seen = packed_size(kernels_, 1, kHeadWidth);
  static_assert(kHeadWidth % 32 == 0, "a head fills its panels on every processor");
  for (std::size_t head = 0; head < kHeads; ++head) {
    const float* asking = rooms.asking.data() + first * kAsking + head * kHeadWidth;
    kernels_.pack_transposed(asking + kWidth, kAsking, length, kHeadWidth, rooms.keys.data());
    kernels_.pack(asking + 2 * kWidth, kAsking, length, kHeadWidth, rooms.values.data());
    kernels_.multiply(asking, kAsking, length, kHeadWidth, rooms.keys.data(), length,
                      rooms.scores.data(), ld);
    kernels_.softmax(rooms.scores.data(), ld, length, length);
    kernels_.multiply(rooms.scores.data(), ld, length, length, rooms.values.data(), ld_seen,
                      rooms.seen.data() + first * kWidth + head * kHeadWidth, kWidth);
  }
}

void Encoder::run(const Layer& layer, std::span<const std::size_t> lengths, Rooms& rooms) const {
  const std::size_t tokens = rooms.x.size() / kWidth;
  kernels_.multiply(rooms.x.data(), kWidth, tokens, kWidth, layer.asking.data(), kAsking,
                    rooms.asking.data(), kAsking);
  kernels_.add(rooms.asking.data(), layer.asking_bias.data(), tokens, kAsking);
  std::size_t first = 0;
  for (const std::size_t length : lengths) {
    attend(first, length, rooms);
    first += length;
  }
  kernels_.multiply(rooms.seen.data(), kWidth, tokens, kWidth, layer.attended.data(), kWidth,
                    rooms.mixed.data(), kWidth);
  kernels_.add_norm(rooms.x.data(), rooms.mixed.data(), layer.attended_bias.data(),
                    layer.attended_gain.data(), layer.attended_shift.data(), tokens, kWidth);
  kernels_.multiply(rooms.x.data(), kWidth, tokens, kWidth, layer.inner.data(), kInner,
                    rooms.inner.data(), kInner);
  kernels_.add_gelu(rooms.inner.data(), layer.inner_bias.data(), tokens, kInner);
  kernels_.multiply(rooms.inner.data(), kInner, tokens, kInner, layer.outer.data(), kWidth,
                    rooms.mixed.data(), kWidth);
  kernels_.add_norm(rooms.x.data(), rooms.mixed.data(), layer.outer_bias.data(),
                    layer.outer_gain.data(), layer.outer_shift.data(), tokens, kWidth);
}

void Encoder::encode(std::span<const std::uint16_t> ids, std::span<const std::size_t> lengths,
                     float* out) const {
  const std::size_t tokens = ids.size();
  std::size_t longest = 0;
  for (const std::size_t length : lengths) longest = std::max(longest, length);
  Rooms rooms{Floats(tokens * kWidth),
              Floats(tokens * kAsking),
              Floats(tokens * kWidth),
              Floats(tokens * kInner),
              Floats(tokens * kWidth),
              Floats(packed_size(kernels_, kHeadWidth, longest)),
              Floats(packed_size(kernels_, longest, kHeadWidth)),
              Floats(packed_size(kernels_, longest, longest))};
  look_up(ids, lengths, rooms.x.data());
  for (const Layer& layer : layers_) run(layer, lengths, rooms);
  const float* row = rooms.x.data();
  for (const std::size_t length : lengths) {
    std::fill_n(out, kWidth, 0.0F);
    for (std::size_t at = 0; at < length; ++at, row += kWidth) {
      for (std::size_t d = 0; d < kWidth; ++d) out[d] += row[d];
    }
    float squares = 0;
    for (std::size_t d = 0; d < kWidth; ++d) squares += out[d] * out[d];
    const float scale = squares > 0 ? 1.0F / std::sqrt(squares) : 0.0F;
    for (std::size_t d = 0; d < kWidth; ++d) out[d] *= scale;
    out += kWidth;
  }
}

}  // namespace pyramid::engine::minilm
