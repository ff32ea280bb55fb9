// HTTP as an engine needs it: one request, one answer. Only curl_client.cpp knows libcurl.
//
// Thread rule: all methods may be called from several threads at once.
#pragma once

#include "pyramid/result.hpp"
#include "pyramid/time.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::engine::openai {

using Milliseconds = std::chrono::milliseconds;
using Cancelled = std::function<bool()>;  // true once the person asked to stop; any thread

struct HttpHeader {
  std::string name, value;  // of an answer: the name in lower case
};
using HttpHeaders = std::vector<HttpHeader>;
// The value of the header so called (in lower case); nullopt if there is none.
std::optional<std::string> header_of(const HttpHeaders& headers, std::string_view name);

struct Timeouts {
  Milliseconds connect{10'000};
  Milliseconds first_byte{300'000};  // a model may think for minutes before it says a word
  Milliseconds whole{600'000};
};

struct HttpRequest {
  std::string url;
  HttpHeaders headers;
  std::string body;
  Timeouts timeouts;
  bool get = false;                          // GET, without a body
  std::size_t largest = 32UL * 1024 * 1024;  // bytes of an answer
  // Given the body as it comes, of whatever status, on the calling thread; or none.
  std::function<void(std::string_view)> arrived = {};
};

struct HttpResponse {
  int status = 0;
  HttpHeaders headers;
  std::string body;
};

class HttpClient {
 public:
  virtual ~HttpClient() = default;
  // POST, or GET where the request says so; redirects are not followed, since the key would go
  // along. Failures: kEngine where the network failed and another try may help, kUsage where none
  // will (an address that is none, a certificate that is refused), kCancelled. `what` goes on after
  // the server's name: "cannot be reached".
  virtual Result<HttpResponse> post(const HttpRequest& request, const Cancelled& cancelled) = 0;
  // A request will come: what takes time before the first one is done beside what the caller does.
  virtual void get_ready() {}
};

struct Proxy {
  std::string address;  // "" = none
  std::string except;   // hosts that are reached without it, as in $NO_PROXY
};
// libcurl, loaded with the first request, or by get_ready(). Keeps connections open for the next
// one.
std::unique_ptr<HttpClient> make_curl_client(Proxy proxy);

// The passing of time, so that tests need not wait.
class Sleeper {
 public:
  virtual ~Sleeper() = default;
  [[nodiscard]] virtual Milliseconds now() const = 0;  // never goes back; from any beginning
  [[nodiscard]] virtual Time date() const = 0;
  virtual double chance() = 0;  // from 0 up to 1, for jitter
  // False when `cancelled` came in between.
  virtual bool sleep(Milliseconds time, const Cancelled& cancelled) = 0;
};
std::unique_ptr<Sleeper> make_sleeper();

}  // namespace pyramid::engine::openai
