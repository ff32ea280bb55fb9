#include "engine/openai/endpoint.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <vector>

namespace pyramid::engine::openai {

namespace {

std::optional<int> part_of_address(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && value >= 0 && value <= 255 ? std::optional(value) : std::nullopt;
}

// 127.0.0.1 and the ranges that no router passes on.
bool is_private_address(std::string_view host) {
  std::vector<int> parts;
  for (const std::string_view part : split(host, '.')) {
    const auto value = part_of_address(part);
    if (!value) return false;
    parts.push_back(*value);
  }
  if (parts.size() != 4) return false;
  const int a = parts[0];
  const int b = parts[1];
  return a == 127 || a == 10 || a == 0 || (a == 192 && b == 168) || (a == 172 && b / 16 == 1) ||
         (a == 169 && b == 254);
}

bool is_local(std::string_view host) {
  constexpr std::array<std::string_view, 5> kEndings = {".localhost", ".local", ".internal", ".lan",
                                                        ".home.arpa"};
  if (host.starts_with('[')) return host == "[::1]" || host.starts_with("[f");
  if (host.find('.') == std::string_view::npos) return true;  // "localhost", a name in the house
  return is_private_address(host) ||
         std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return host.ends_with(ending); });
}

std::string_view without_port(std::string_view server) {
  const std::size_t colon = server.rfind(':');
  const std::size_t bracket = server.rfind(']');
  if (colon == std::string_view::npos) return server;
  if (bracket != std::string_view::npos && bracket > colon) return server;
  return server.substr(0, colon);
}

Failure no_address(std::string_view base_url) {
  return fail(ErrorKind::kUsage, "`base_url` is not an address: " + std::string(base_url),
              "pyramid.yaml", "write it as https://api.openai.com/v1 or http://localhost:11434/v1");
}

}  // namespace

Result<Endpoint> parse_endpoint(std::string_view base_url) {
  const std::string_view given = trim(base_url);
  const std::size_t scheme_end = given.find("://");
  if (scheme_end == std::string_view::npos) return no_address(given);
  const std::string scheme = utf8::lower(given.substr(0, scheme_end));
  std::string_view rest = given.substr(scheme_end + 3);
  rest = rest.substr(0, rest.find('#'));
  const std::size_t query_at = std::min(rest.find('?'), rest.size());
  const std::string_view query = rest.substr(query_at);
  rest = rest.substr(0, query_at);
  const std::size_t path_at = std::min(rest.find('/'), rest.size());
  const std::string_view authority = rest.substr(0, path_at);
  std::string path(rest.substr(path_at));
  while (path.ends_with('/')) path.pop_back();
  if (path.ends_with(kChatPath)) path.resize(path.size() - kChatPath.size());
  if (path.empty()) path = "/v1";
  const std::size_t user_end = authority.rfind('@');
  Endpoint endpoint;
  endpoint.server =
      utf8::lower(user_end == std::string_view::npos ? authority : authority.substr(user_end + 1));
  const std::string_view host = without_port(endpoint.server);
  if ((scheme != "http" && scheme != "https") || host.empty() ||
      given.find_first_of(" \t\r\n\"") != std::string_view::npos) {
    // Without a password that stands in it.
    return no_address(scheme + "://" + endpoint.server);
  }
  endpoint.base = scheme + "://" + endpoint.server + path;
  endpoint.url = scheme + "://" + std::string(authority) + path + std::string(kChatPath);
  endpoint.url += query;
  endpoint.local = is_local(host);
  endpoint.azure = host.ends_with(".azure.com") || host.ends_with(".azure-api.net") ||
                   path.find("/openai/deployments/") != std::string::npos;
  return endpoint;
}

}  // namespace pyramid::engine::openai
