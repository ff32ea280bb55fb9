#include "engine/embedding/minilm/safetensors.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

namespace pyramid::engine::minilm {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kLengthBytes = 8;
constexpr std::size_t kLongestHeader = 16U << 20U;  // the header of a thousand tensors has 100 KB
constexpr std::size_t kNumber = 4;

Failure no_safetensors(const char* why) {
  return fail(ErrorKind::kInvalid, std::string("is not a safetensors file: ") + why);
}

std::optional<std::size_t> size_in(const Json& value) {
  if (!value.is_number_unsigned()) return std::nullopt;
  return value.get<std::size_t>();
}

// nullopt where an entry is not as it must be, or its numbers do not lie within the data.
std::optional<Tensor> tensor_of(const Json& entry, std::string_view data) {
  const auto shape = entry.find("shape");
  const auto offsets = entry.find("data_offsets");
  if (shape == entry.end() || !shape->is_array() || offsets == entry.end() ||
      !offsets->is_array() || offsets->size() != 2) {
    return std::nullopt;
  }
  const auto begin = size_in((*offsets)[0]);
  const auto end = size_in((*offsets)[1]);
  if (!begin || !end || *begin > *end || *end > data.size()) return std::nullopt;
  Tensor tensor;
  std::size_t left = *end - *begin;  // divided by the shape, so that no product can overflow
  if (left % kNumber != 0) return std::nullopt;
  left /= kNumber;
  for (const Json& one : *shape) {
    const auto size = size_in(one);
    if (!size || *size == 0 || left % *size != 0) return std::nullopt;
    left /= *size;
    tensor.shape.push_back(*size);
  }
  if (left != 1) return std::nullopt;
  tensor.bytes = data.substr(*begin, *end - *begin);
  return tensor;
}

}  // namespace

Result<std::map<std::string, Tensor>> read_safetensors(std::string_view bytes) {
  if (bytes.size() < kLengthBytes) return no_safetensors("it is too short");
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), kLengthBytes);
  if (length > kLongestHeader || length > bytes.size() - kLengthBytes) {
    return no_safetensors("its header is longer than it");
  }
  const auto header_bytes = static_cast<std::size_t>(length);
  const Json header = Json::parse(bytes.substr(kLengthBytes, header_bytes), nullptr, false);
  if (!header.is_object()) return no_safetensors("its header is not a JSON object");
  const std::string_view data = bytes.substr(kLengthBytes + header_bytes);
  std::map<std::string, Tensor> tensors;
  for (const auto& [name, entry] : header.items()) {
    if (name == "__metadata__") continue;
    const auto type = entry.is_object() ? entry.find("dtype") : entry.end();
    if (!entry.is_object() || type == entry.end()) {
      return no_safetensors("a tensor has no type");
    }
    if (*type != "F32") continue;
    std::optional<Tensor> tensor = tensor_of(entry, data);
    if (!tensor) return no_safetensors("a tensor does not lie within it");
    tensors.emplace(name, *std::move(tensor));
  }
  return tensors;
}

}  // namespace pyramid::engine::minilm
