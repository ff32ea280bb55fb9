#include "tests/support/embedding_server.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace pyramid::test {

using Json = nlohmann::json;

namespace {

std::string to_base64(const std::vector<float>& vector) {
  constexpr const char* kSigns = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes(vector.size() * sizeof(float), '\0');
  std::memcpy(bytes.data(), vector.data(), bytes.size());
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t bits = 0;
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
    for (std::size_t i = 0; i < 3; ++i) {
      bits = bits << 8U | (i < count ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      out += i <= count ? kSigns[bits >> (18 - 6 * i) & 63U] : '=';
    }
  }
  return out;
}

}  // namespace

std::vector<float> letters_of(const std::string& text, std::size_t dims) {
  std::vector<float> vector(dims);
  double squares = 0;
  for (const char c : text) {
    const auto place = static_cast<std::size_t>(c - 'a');
    if (c >= 'a' && place < dims) vector[place] += 1;
  }
  for (const float one : vector) squares += static_cast<double>(one) * one;
  for (float& one : vector) {
    if (squares > 0) one = static_cast<float>(one / std::sqrt(squares));
  }
  return vector;
}

std::vector<std::string> inputs_of(const ServerCall& call) {
  const Json body = Json::parse(call.body);
  return body["input"].get<std::vector<std::string>>();
}

ServerReply embed_changed(
    const ServerCall& call,
    const std::function<std::string(std::string entry, std::size_t at)>& change) {
  const Json body = Json::parse(call.body);
  const auto dims = body.value("dimensions", std::size_t{8});
  Json data = Json::array();
  std::size_t at = 0;
  for (const std::string& text : inputs_of(call)) {
    const std::vector<float> vector = letters_of(text, dims);
    Json embedding = vector;
    if (body.value("encoding_format", "float") == "base64") embedding = to_base64(vector);
    const Json entry = {{"object", "embedding"}, {"index", at}, {"embedding", embedding}};
    const std::string changed = change(entry.dump(), at++);
    if (!changed.empty()) data.push_back(Json::parse(changed));
  }
  const Json reply = {{"object", "list"},
                      {"data", data},
                      {"model", body["model"]},
                      {"usage", {{"prompt_tokens", 7 * at}, {"total_tokens", 7 * at}}}};
  return {200, reply.dump()};
}

ServerReply embed_by_rules(const ServerCall& call) {
  return embed_changed(call, [](std::string entry, std::size_t) { return entry; });
}

}  // namespace pyramid::test
