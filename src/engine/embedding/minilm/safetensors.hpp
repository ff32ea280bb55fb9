// The tensors of a safetensors file: 8 bytes of length, a JSON header, then the numbers.
// https://huggingface.co/docs/safetensors describes the form.
#pragma once

#include "pyramid/result.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::minilm {

// Little-endian floats that need not lie where a float may: read them with memcpy.
struct Tensor {
  std::vector<std::size_t> shape;
  std::string_view bytes;  // 4 a number, borrowed from the file
};

// Only tensors of 32-bit floats; others are left out. Whatever the bytes are: every tensor lies
// within them and holds as many numbers as its shape says. kInvalid for what is no such file.
Result<std::map<std::string, Tensor>> read_safetensors(std::string_view bytes);

}  // namespace pyramid::engine::minilm
