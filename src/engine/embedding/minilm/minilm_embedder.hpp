// all-MiniLM-L6-v2 in process: a BERT of 6 layers, mean pooling, unit length.
//
// https://arxiv.org/abs/1810.04805 (the transformer's encoder as BERT has it),
// https://arxiv.org/abs/1908.10084 (mean pooling). Texts are read up to 256 tokens.
#pragma once

#include "base/mapped_file.hpp"
#include "engine/embedding/minilm/kernels.hpp"
#include "engine/engine.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace pyramid::engine {

// From the bytes of a safetensors file, which `file` keeps alive. Looks at the header and a few
// numbers; the rest is read with the first text. kInvalid where a tensor that is needed is not
// there or has another shape. A smaller vocabulary than the linked one is for tests: `vocabulary`.
Result<std::unique_ptr<Embedder>> make_minilm_embedder(
    MappedFile file, std::string_view vocabulary,
    const minilm::Kernels& kernels = minilm::best_kernels());
// From a file, with the linked vocabulary. kUsage where there is none: "" too.
Result<std::unique_ptr<Embedder>> make_minilm_embedder(const std::string& path);

}  // namespace pyramid::engine
