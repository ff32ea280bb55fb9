#include "engine/openai/keys.hpp"

#include "base/text.hpp"
#include "guard/redact.hpp"

namespace pyramid::engine::openai {

namespace {

constexpr std::size_t kShortestKey = 6;  // a shorter one, such as "x", is a stopgap

}  // namespace

HttpHeaders key_headers(const Endpoint& endpoint, const std::string& key) {
  HttpHeaders headers = {{"Accept", "application/json"}};
  if (!key.empty() && endpoint.azure) {
    headers.push_back({"api-key", key});
  } else if (!key.empty()) {
    headers.push_back({"Authorization", "Bearer " + key});
  }
  return headers;
}

std::string without_key(std::string text, const std::string& key) {
  if (key.size() >= kShortestKey) text = replace_all(text, key, "[key]");
  return guard::redact(text, guard::Policy{}).text;
}

}  // namespace pyramid::engine::openai
