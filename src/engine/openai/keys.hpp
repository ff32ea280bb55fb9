// The key of a server: in one header of each request, and in nothing that is told.
#pragma once

#include "engine/openai/endpoint.hpp"
#include "engine/openai/http.hpp"

#include <string>

namespace pyramid::engine::openai {

// What every request says of itself. `key`: "" = none.
HttpHeaders key_headers(const Endpoint& endpoint, const std::string& key);
// A server's words without the key, and without what else looks like a secret.
std::string without_key(std::string text, const std::string& key);

}  // namespace pyramid::engine::openai
