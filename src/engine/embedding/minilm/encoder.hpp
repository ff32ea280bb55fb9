// The layers of all-MiniLM-L6-v2 over token ids.
#pragma once

#include "engine/embedding/minilm/kernels.hpp"
#include "engine/embedding/minilm/safetensors.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace pyramid::engine::minilm {

constexpr std::size_t kWidth = 384, kInner = 1536, kLayers = 6, kHeads = 12;
constexpr std::size_t kHeadWidth = kWidth / kHeads;
constexpr std::size_t kMostTokens = 256;

using Tensors = std::map<std::string, Tensor>;
using Floats = std::vector<float>;

// kInvalid where a tensor is missing or has another shape. `tokens`: rows of the word table.
Status check_tensors(const Tensors& tensors, std::size_t tokens);

// Borrows the tensors' bytes. Thread rule: encode() is const and may be called from several
// threads at once.
class Encoder {
 public:
  // REQUIRES: check_tensors() finds nothing.
  Encoder(const Tensors& tensors, const Kernels& kernels);

  // Texts one behind the other, each of `lengths` token ids with [CLS] and [SEP]: 1 to 256. Writes
  // kWidth numbers of unit length a text.
  void encode(std::span<const std::uint16_t> ids, std::span<const std::size_t> lengths,
              float* out) const;

 private:
  struct Layer {
    Floats asking, asking_bias;  // query, key and value side by side
    Floats attended, attended_bias, attended_gain, attended_shift;
    Floats inner, inner_bias;
    Floats outer, outer_bias, outer_gain, outer_shift;
  };
  struct Rooms;  // what lies between the layers

  [[nodiscard]] Layer read_layer(const Tensors& tensors, std::size_t number) const;
  [[nodiscard]] Floats packed(const Floats& rows, std::size_t n, std::size_t k) const;
  void look_up(std::span<const std::uint16_t> ids, std::span<const std::size_t> lengths,
               float* out) const;
  void attend(std::size_t first, std::size_t length, Rooms& rooms) const;
  void run(const Layer& layer, std::span<const std::size_t> lengths, Rooms& rooms) const;

  const Kernels& kernels_;
  std::string_view words_;
  Floats positions_;  // with the type of the first sentence added
  Floats gain_, shift_;
  std::vector<Layer> layers_;
};

}  // namespace pyramid::engine::minilm
