#include "engine/openai/embedding_wire.hpp"

#include "engine/openai/json_members.hpp"
#include "engine/openai/wire.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>

namespace pyramid::engine::openai {

namespace {

constexpr std::size_t kMostDims = 65'536;

Failure wrong(std::string what) {
  return fail(ErrorKind::kEngine, std::move(what), {}, "look at `embedding_model`");
}

std::optional<std::uint32_t> value_of(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<std::uint32_t>(c - 'A');
  if (c >= 'a' && c <= 'z') return static_cast<std::uint32_t>(c - 'a' + 26);
  if (c >= '0' && c <= '9') return static_cast<std::uint32_t>(c - '0' + 52);
  if (c == '+') return 62;
  return c == '/' ? std::optional(63U) : std::nullopt;
}

// RFC 4648; nullopt for what is none.
std::optional<std::string> from_base64(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes;
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : text) {
    const auto value = value_of(c);
    if (!value) return std::nullopt;
    bits = (bits << 6U) | *value;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes += static_cast<char>((bits >> static_cast<unsigned>(held)) & 0xFFU);
  }
  return bytes;
}

// Little-endian floats in base64, or a list of numbers; nullopt for anything else.
std::optional<std::vector<float>> vector_of(const Json& value) {
  std::vector<float> vector;
  if (value.is_string()) {
    const auto bytes = from_base64(value.get_ref<const std::string&>());
    if (!bytes || bytes->size() % sizeof(float) != 0) return std::nullopt;
    vector.resize(bytes->size() / sizeof(float));
    if (!vector.empty()) std::memcpy(vector.data(), bytes->data(), bytes->size());
  } else if (value.is_array()) {
    for (const Json& one : value) {
      if (!one.is_number()) return std::nullopt;
      vector.push_back(one.get<float>());
    }
  }
  if (vector.empty() || vector.size() > kMostDims) return std::nullopt;
  for (const float one : vector) {
    if (!std::isfinite(one)) return std::nullopt;
  }
  return vector;
}

void put(const std::vector<float>& vector, float* out) {
  double squares = 0;
  for (const float one : vector) squares += static_cast<double>(one) * one;
  const double length = std::sqrt(squares);
  for (std::size_t i = 0; i < vector.size(); ++i) {
    out[i] = length > 0 ? static_cast<float>(vector[i] / length) : 0.0F;
  }
}

}  // namespace

std::string embedding_body(std::span<const std::string> texts, const EmbeddingBody& how) {
  Json body = {{"model", how.model}, {"input", Json::array()}};
  for (const std::string& text : texts) body["input"].push_back(text);
  if (how.base64) body["encoding_format"] = "base64";  // else numbers come
  if (how.dims > 0) body["dimensions"] = how.dims;
  return body.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<EmbeddingReply> read_embeddings(std::string_view body, std::size_t count, std::size_t dims) {
  const Json json = Json::parse(body, nullptr, false);
  const auto data = json.is_object() ? json.find("data") : json.end();
  if (!json.is_object() || data == json.end() || !data->is_array()) {
    return fail(ErrorKind::kEngine, "answered without vectors", {},
                "look at `embedding_base_url` and `embedding_model`",
                "it says: " + read_error(body).message);
  }
  EmbeddingReply reply;
  reply.dims = dims;
  std::vector<bool> seen(count);
  for (const Json& one : *data) {
    const auto index = one.is_object() ? one.find("index") : one.end();
    const auto embedding = one.is_object() ? one.find("embedding") : one.end();
    if (!one.is_object() || index == one.end() || !index->is_number_unsigned() ||
        embedding == one.end()) {
      return wrong("answered with a vector that does not say whose it is");
    }
    const auto at = index->get<std::size_t>();
    if (at >= count) return wrong("answered with a vector of a text that it was not given");
    if (seen[at]) return wrong("answered with two vectors for one text");
    seen[at] = true;
    const auto vector = vector_of(*embedding);
    if (!vector) return wrong("answered with a vector that cannot be read");
    if (reply.dims == 0) reply.dims = vector->size();
    if (vector->size() != reply.dims) {
      return wrong("answered with a vector of " + std::to_string(vector->size()) +
                   " numbers, where " + std::to_string(reply.dims) + " are due");
    }
    reply.vectors.resize(count * reply.dims);
    put(*vector, reply.vectors.data() + at * reply.dims);
  }
  for (const bool one : seen) {
    if (!one) return wrong("answered without a vector for some texts");
  }
  return reply;
}

std::size_t tokens_said(std::string_view body) {
  const Json json = Json::parse(body, nullptr, false);
  if (!json.is_object()) return 0;
  const auto usage = json.find("usage");
  if (usage == json.end() || !usage->is_object()) return 0;
  const auto tokens = usage->find("prompt_tokens");
  const bool told = tokens != usage->end() && tokens->is_number_unsigned();
  return told ? tokens->get<std::size_t>() : 0;
}

}  // namespace pyramid::engine::openai
