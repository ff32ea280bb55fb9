#include "serve/gate.hpp"

#include "base/text.hpp"
#include "format/markdown.hpp"

#include <algorithm>
#include <charconv>

namespace pyramid::serve {

namespace {

// Takes as long for any other text of that length.
bool is_same_secret(std::string_view a, std::string_view b) {
  unsigned char differs = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    differs = static_cast<unsigned char>(differs | (a[i] ^ b[i]));
  }
  return differs == 0;
}

bool is_loopback_name(std::string_view host) {
  return equals_ignoring_case(host, "localhost") || host == "127.0.0.1" || host == "[::1]";
}

// What stands before the port, where that is ours.
std::optional<std::string_view> name_with_port(std::string_view host, int port) {
  const std::string end = ":" + std::to_string(port);
  if (!host.ends_with(end)) return std::nullopt;
  return host.substr(0, host.size() - end.size());
}

}  // namespace

bool Address::is_loopback() const { return host == "127.0.0.1" || host == "::1"; }

std::optional<Address> parse_address(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  std::string_view host = text.substr(0, colon);
  const std::string_view digits = text.substr(colon + 1);
  Address address;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), address.port);
  if (error != std::errc() || end != digits.data() + digits.size() || address.port < 0 ||
      address.port > 65535) {
    return std::nullopt;
  }
  if (host.starts_with('[') && host.ends_with(']')) {
    host = host.substr(1, host.size() - 2);
  } else if (host.find(':') != std::string_view::npos) {
    return std::nullopt;
  }
  address.host = equals_ignoring_case(host, "localhost") ? "127.0.0.1" : std::string(host);
  if (address.host.empty()) return std::nullopt;
  return address;
}

std::optional<Refused> refusal_of(const Asked& asked, const Address& address,
                                  std::string_view token) {
  if (asked.is_ambiguous)
    return Refused{400, "a header is there twice, or the body has two lengths"};
  const std::optional<std::string_view> name = name_with_port(asked.host, address.port);
  if (address.is_loopback() && (!name || !is_loopback_name(*name))) {
    return Refused{403, "this host is not served"};
  }
  // A page of ours there is not; of those that name us as their origin a proxy may know some.
  if (asked.has_origin && asked.origin != "http://" + asked.host &&
      asked.origin != "https://" + asked.host) {
    return Refused{403, "this origin is not served"};
  }
  if (token.empty()) return std::nullopt;
  constexpr std::string_view kBearer = "Bearer ";
  const std::string_view given = asked.authorization;
  const bool is_bearer = starts_with_ignoring_case(given, kBearer);
  // The HTTP library decodes `%41` in headers, in a token too.
  const std::string_view said = given.substr(std::min(given.size(), kBearer.size()));
  const bool is_known =
      is_same_secret(said, token) || is_same_secret(said, format::percent_decoded(token));
  if (is_bearer && is_known) return std::nullopt;
  return Refused{401, "the token is missing or another"};
}

bool Rate::takes(std::chrono::steady_clock::time_point now) {
  const std::lock_guard lock(mutex_);
  if (last_ != std::chrono::steady_clock::time_point{}) {
    const std::chrono::duration<double> since = now - last_;
    left_ = std::min(most_, left_ + since.count() * a_second_);
  }
  last_ = now;
  if (left_ < 1) return false;
  left_ -= 1;
  return true;
}

}  // namespace pyramid::serve
