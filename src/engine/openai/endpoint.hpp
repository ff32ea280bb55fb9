// Where a chat completions endpoint lies, from the `base_url` that a person wrote.
#pragma once

#include "pyramid/result.hpp"

#include <string>
#include <string_view>

namespace pyramid::engine::openai {

// What the path of an endpoint ends with.
inline constexpr std::string_view kChatPath = "/chat/completions";

struct Endpoint {
  std::string url;     // of chat completions: "https://api.openai.com/v1/chat/completions"
  std::string base;    // to be shown and compared: without query, user and password
  std::string server;  // host and port: "api.openai.com", "localhost:11434"
  bool local = false;  // this machine or its own network: no key needed, no proxy asked
  bool azure = false;  // the key goes into a header of its own
};

// Adds "/v1" where the address has no path, and keeps its query (Azure's `api-version`). kUsage for
// what is no http or https address.
Result<Endpoint> parse_endpoint(std::string_view base_url);

}  // namespace pyramid::engine::openai
