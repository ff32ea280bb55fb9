// Addresses as people write them.
#include "engine/openai/endpoint.hpp"

#include "tests/support/catch.hpp"

namespace endpoint_test {

using namespace pyramid;
using namespace pyramid::engine::openai;

TEST_CASE("endpoint: an address leads to its chat completions") {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"https://api.openai.com/v1", "https://api.openai.com/v1/chat/completions"},
      {" https://API.openai.com/v1/ ", "https://API.openai.com/v1/chat/completions"},
      {"http://localhost:11434", "http://localhost:11434/v1/chat/completions"},
      {"http://localhost:11434/", "http://localhost:11434/v1/chat/completions"},
      {"https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1/chat/completions"},
      {"http://[::1]:8080/v1", "http://[::1]:8080/v1/chat/completions"},
      {"http://x:1/v1/chat/completions", "http://x:1/v1/chat/completions"},
      {"https://me.openai.azure.com/openai/deployments/small?api-version=2024-10-21",
       "https://me.openai.azure.com/openai/deployments/small/chat/completions"
       "?api-version=2024-10-21"}};
  for (const auto& [given, url] : cases) {
    INFO(given);
    const auto endpoint = parse_endpoint(given);
    REQUIRE(endpoint);
    CHECK(endpoint->url == url);
  }
  CHECK(parse_endpoint("https://me.openai.azure.com/openai/v1")->azure);
  CHECK(parse_endpoint("https://gate.example.org/openai/deployments/small")->azure);
  CHECK(parse_endpoint("https://me.azure-api.net/v1")->azure);
  CHECK_FALSE(parse_endpoint("https://gate.example.org/openai/v1")->azure);
  CHECK_FALSE(parse_endpoint("https://azure.com.example.org/v1")->azure);
}

TEST_CASE("endpoint: this machine and its own network need no key") {
  for (const char* local : {"http://localhost:11434", "http://127.0.0.1:8080", "http://[::1]:1",
                            "http://192.168.1.4:1234", "http://10.0.0.3", "http://172.20.0.2",
                            "http://nas:8000", "http://box.local/v1", "http://gpu.lan"}) {
    INFO(local);
    CHECK(parse_endpoint(local)->local);
  }
  for (const char* far : {"https://api.openai.com/v1", "http://172.32.0.1", "http://8.8.8.8",
                          "https://localhost.example.org", "http://1.2.3.4.5"}) {
    INFO(far);
    CHECK_FALSE(parse_endpoint(far)->local);
  }
}

TEST_CASE("endpoint: user and password of an address are never shown") {
  const auto endpoint = parse_endpoint("https://ana:geheim@llm.example.org:8443/v1?token=geheim");
  REQUIRE(endpoint);
  CHECK(endpoint->base == "https://llm.example.org:8443/v1");
  CHECK(endpoint->server == "llm.example.org:8443");
}

TEST_CASE("endpoint: what is no address is named with an example of one") {
  for (const char* none : {"", "localhost:11434", "ftp://x/v1", "https://", "https:///v1",
                           "http://a b/v1", "file:///etc/passwd"}) {
    INFO(none);
    const auto endpoint = parse_endpoint(none);
    REQUIRE_FALSE(endpoint);
    CHECK(endpoint.error().kind == ErrorKind::kUsage);
    CHECK(endpoint.error().hint.find("http://localhost") != std::string::npos);
  }
  CHECK(parse_endpoint("ftp://ana:geheim@x/v1").error().what ==
        "`base_url` is not an address: ftp://x");
}

}  // namespace endpoint_test
