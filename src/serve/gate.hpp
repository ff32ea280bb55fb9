// Who may ask: what every request is held against before anything of it is read. Pure.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid::serve {

struct Address {
  std::string host;  // as it is bound: "127.0.0.1", "::1", "0.0.0.0"
  int port = 0;
  [[nodiscard]] bool is_loopback() const;
};
// "127.0.0.1:8080", "[::1]:8080", "localhost:8080"; nullopt for anything else.
std::optional<Address> parse_address(std::string_view text);

struct Asked {
  std::string host, origin, authorization;  // headers; "" = not there
  bool has_origin = false;
  bool is_ambiguous = false;  // one of them is there twice
};

// The status to refuse it with, and why; nullopt: it may go on. A page in a browser that another
// site made, or to which another name was bound, says so in Origin or Host. `token` "": none is
// asked for.
struct Refused {
  int status = 403;
  std::string why;
};
std::optional<Refused> refusal_of(const Asked& asked, const Address& address,
                                  std::string_view token);

// So many requests at once, and so many a second after that.
class Rate {
 public:
  Rate(double at_once, double a_second) : most_(at_once), a_second_(a_second), left_(at_once) {}
  bool takes(std::chrono::steady_clock::time_point now);

 private:
  const double most_, a_second_;
  std::mutex mutex_;
  double left_;
  std::chrono::steady_clock::time_point last_ = {};
};

}  // namespace pyramid::serve
