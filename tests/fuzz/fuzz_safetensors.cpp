// Any bytes, read as a file of weights: what is found lies within them, as large as it says.
#include "engine/embedding/minilm/encoder.hpp"
#include "tests/fuzz/property.hpp"

#include <cstdint>

using namespace pyramid;
using namespace pyramid::engine::minilm;
using pyramid::fuzz::hold;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto tensors = read_safetensors(bytes);
  if (!tensors) return 0;
  for (const auto& [name, tensor] : *tensors) {
    std::size_t count = 1;
    for (const std::size_t one : tensor.shape) count *= one;
    hold(tensor.bytes.size() == count * sizeof(float), "a tensor is as large as its shape");
    hold(tensor.bytes.data() >= bytes.data() &&
             tensor.bytes.data() + tensor.bytes.size() <= bytes.data() + bytes.size(),
         "a tensor lies within the file");
  }
  hold(!check_tensors(*tensors, 12), "so few bytes are no weights");
  return 0;
}
