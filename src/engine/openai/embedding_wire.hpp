// Embeddings as bytes: what is asked, what is answered. Pure functions.
#pragma once

#include "pyramid/result.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::openai {

struct EmbeddingBody {
  std::string model;
  std::size_t dims = 0;  // asked for; 0 = as the model makes them
  bool base64 = true;    // a third of the bytes, where the server knows it
  bool operator==(const EmbeddingBody&) const = default;
};
std::string embedding_body(std::span<const std::string> texts, const EmbeddingBody& how);

struct EmbeddingReply {
  std::size_t dims = 0;
  std::vector<float> vectors;  // row-major, in the order of the texts, of unit length
};
// The reply in a body that came with status 200, as base64 or as lists of numbers, in any order.
// kEngine where a text has no vector or two, or where their lengths differ from one another or from
// `dims` (0 = any); `what` goes on after the server's name.
Result<EmbeddingReply> read_embeddings(std::string_view body, std::size_t count, std::size_t dims);
// What the server says that the request was, in tokens; 0 where it does not say.
std::size_t tokens_said(std::string_view body);

}  // namespace pyramid::engine::openai
