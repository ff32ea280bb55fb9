// The one file that calls libcurl. It is loaded with dlopen by the first request: its libraries
// cost more than a whole search when linked, and most workspaces never need it.
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "engine/openai/http.hpp"
#include "pyramid/version.hpp"

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>

#include <algorithm>
#include <mutex>
#include <thread>
#include <utility>

// Every function that we call, without its `curl_`.
#define PYRAMID_LIBCURL_FUNCTIONS(X) \
  X(easy_cleanup)                    \
  X(easy_getinfo)                    \
  X(easy_init)                       \
  X(easy_perform)                    \
  X(easy_reset)                      \
  X(easy_setopt)                     \
  X(easy_strerror)                   \
  X(global_init)                     \
  X(slist_append)                    \
  X(slist_free_all)

namespace pyramid::engine::openai {

namespace {

struct Libcurl {
#define PYRAMID_LIBCURL_MEMBER(name) decltype(&::curl_##name) name = nullptr;
  PYRAMID_LIBCURL_FUNCTIONS(PYRAMID_LIBCURL_MEMBER)
#undef PYRAMID_LIBCURL_MEMBER
};

Failure load_failure() {
  const char* message = ::dlerror();
  return fail(ErrorKind::kUsage, "cannot be asked: libcurl cannot be loaded", {},
              "install the Debian package libcurl4", message == nullptr ? "" : message);
}

Result<Libcurl> load_libcurl() {
  // Never unloaded: the TLS libraries behind it leave handlers for the end of the process.
  void* library = ::dlopen(PYRAMID_LIBCURL_SONAME, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) return load_failure();
  Libcurl curl;
#define PYRAMID_LIBCURL_LOAD(name)                                                    \
  curl.name = reinterpret_cast<decltype(curl.name)>(::dlsym(library, "curl_" #name)); \
  if (curl.name == nullptr) return load_failure();
  PYRAMID_LIBCURL_FUNCTIONS(PYRAMID_LIBCURL_LOAD)
#undef PYRAMID_LIBCURL_LOAD
  curl.global_init(CURL_GLOBAL_DEFAULT);
  return curl;
}

// One exchange under way; libcurl's callbacks get a pointer to it.
struct Exchange {
  const Cancelled* cancelled = nullptr;
  const std::function<void(std::string_view)>* arrived = nullptr;
  Milliseconds first_byte{0};
  std::size_t largest = 0;
  std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
  HttpResponse response;
  bool heard = false;  // of the server, in this answer
  bool stopped = false, late = false, too_large = false;
};

std::size_t take_body(char* bytes, std::size_t size, std::size_t count, void* user) {
  auto& exchange = *static_cast<Exchange*>(user);
  if (exchange.response.body.size() + size * count > exchange.largest) {
    exchange.too_large = true;
    return 0;
  }
  exchange.stopped = (*exchange.cancelled)();
  if (exchange.stopped) return 0;
  exchange.response.body.append(bytes, size * count);
  if (*exchange.arrived) (*exchange.arrived)({bytes, size * count});
  return size * count;
}

std::size_t take_header(char* bytes, std::size_t size, std::size_t count, void* user) {
  auto& exchange = *static_cast<Exchange*>(user);
  exchange.heard = true;
  const std::string_view line = trim(std::string_view(bytes, size * count));
  const std::size_t colon = line.find(':');
  if (line.starts_with("HTTP/")) {
    exchange.response.headers.clear();  // those of a proxy, or of "100 Continue"
  } else if (colon != std::string_view::npos) {
    exchange.response.headers.push_back(
        {utf8::lower(line.substr(0, colon)), std::string(trim(line.substr(colon + 1)))});
  }
  return size * count;
}

int look_around(void* user, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  auto& exchange = *static_cast<Exchange*>(user);
  exchange.stopped = (*exchange.cancelled)();
  exchange.late =
      !exchange.heard && std::chrono::steady_clock::now() - exchange.begun > exchange.first_byte;
  return exchange.stopped || exchange.late ? 1 : 0;
}

class CurlClient final : public HttpClient {
 public:
  explicit CurlClient(Proxy proxy) : proxy_(std::move(proxy)) {}
  ~CurlClient() override {
    for (CURL* handle : idle_) curl_.easy_cleanup(handle);
  }
  CurlClient(const CurlClient&) = delete;
  CurlClient& operator=(const CurlClient&) = delete;

  Result<HttpResponse> post(const HttpRequest& request, const Cancelled& cancelled) override {
    PYRAMID_ASSIGN(CURL * handle, take_handle());
    Exchange exchange;
    exchange.cancelled = &cancelled;
    exchange.arrived = &request.arrived;
    exchange.first_byte = request.timeouts.first_byte;
    exchange.largest = request.largest;
    curl_slist* headers = prepare(handle, request, exchange);
    std::string detail(CURL_ERROR_SIZE, '\0');
    curl_.easy_setopt(handle, CURLOPT_ERRORBUFFER, detail.data());
    const CURLcode code = curl_.easy_perform(handle);
    long status = 0;
    curl_.easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    curl_.slist_free_all(headers);
    give_back(handle);
    if (code != CURLE_OK) return failure(code, exchange, detail.c_str());
    exchange.response.status = static_cast<int>(status);
    return std::move(exchange.response);
  }

  void get_ready() override {
    std::call_once(ready_, [this] {
      loader_ = std::jthread([this] {
        const std::lock_guard lock(mutex_);
        (void)load();  // a failure is the first request's to tell
      });
    });
  }

 private:
  // REQUIRES: the lock is held.
  Status load() {
    if (loaded_) return {};
    PYRAMID_ASSIGN(curl_, load_libcurl());
    loaded_ = true;
    return {};
  }

  // A connection that is open already, if one is idle.
  Result<CURL*> take_handle() {
    const std::lock_guard lock(mutex_);
    PYRAMID_TRY(load());
    CURL* handle = nullptr;
    if (idle_.empty()) {
      handle = curl_.easy_init();
    } else {
      handle = idle_.back();
      idle_.pop_back();
    }
    if (handle == nullptr) return fail(ErrorKind::kEngine, "cannot be asked: out of memory");
    return handle;
  }

  void give_back(CURL* handle) {
    curl_.easy_reset(handle);  // its connections stay open
    const std::lock_guard lock(mutex_);
    idle_.push_back(handle);
  }

  // Gives the list of headers, to be freed after the exchange.
  curl_slist* prepare(CURL* handle, const HttpRequest& request, Exchange& exchange) const {
    curl_slist* headers = curl_.slist_append(nullptr, "Expect:");
    for (const HttpHeader& one : request.headers) {
      headers = curl_.slist_append(headers, (one.name + ": " + one.value).c_str());
    }
    const auto set = [&](CURLoption option, auto value) {
      curl_.easy_setopt(handle, option, value);
    };
    set(CURLOPT_URL, request.url.c_str());
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_HTTPHEADER, headers);
    set(CURLOPT_USERAGENT, "pyramid/" PYRAMID_VERSION);
    if (request.get) {
      set(CURLOPT_HTTPGET, 1L);
    } else {
      set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
      set(CURLOPT_POSTFIELDS, request.body.c_str());
    }
    set(CURLOPT_ACCEPT_ENCODING, "");
    // libcurl sends a request again by itself where a connection that was kept open is closed; one
    // that asks for a connection of its own is sent once.
    const bool alone = std::any_of(
        request.headers.begin(), request.headers.end(),
        [](const HttpHeader& one) { return one.name == "Connection" && one.value == "close"; });
    set(CURLOPT_FRESH_CONNECT, alone ? 1L : 0L);
    // Given also when empty: libcurl would look into the environment.
    set(CURLOPT_PROXY, proxy_.address.c_str());
    set(CURLOPT_NOPROXY, proxy_.except.c_str());
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(request.timeouts.connect.count()));
    set(CURLOPT_TIMEOUT_MS, static_cast<long>(request.timeouts.whole.count()));
    set(CURLOPT_WRITEFUNCTION, &take_body);
    set(CURLOPT_WRITEDATA, &exchange);
    set(CURLOPT_HEADERFUNCTION, &take_header);
    set(CURLOPT_HEADERDATA, &exchange);
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFOFUNCTION, &look_around);
    set(CURLOPT_XFERINFODATA, &exchange);
    return headers;
  }

  [[nodiscard]] Failure failure(CURLcode code, const Exchange& exchange, std::string cause) const {
    if (exchange.stopped) return fail(ErrorKind::kCancelled, "interrupted");
    if (cause.empty()) cause = curl_.easy_strerror(code);
    const auto says = [&](ErrorKind kind, const char* what, const char* hint = "") {
      return fail(kind, what, {}, hint, cause);
    };
    if (exchange.too_large) {
      return fail(ErrorKind::kUsage, "answered with more than " + human_bytes(exchange.largest));
    }
    if (exchange.late || code == CURLE_OPERATION_TIMEDOUT) {
      if (exchange.late) cause.clear();
      return says(ErrorKind::kEngine, "did not answer in time");
    }
    switch (code) {
      case CURLE_PEER_FAILED_VERIFICATION:
      case CURLE_SSL_CACERT_BADFILE:
      case CURLE_SSL_ISSUER_ERROR:
        return says(ErrorKind::kUsage, "has a certificate that is not trusted");
      case CURLE_URL_MALFORMAT:
      case CURLE_UNSUPPORTED_PROTOCOL:
        return says(ErrorKind::kUsage, "is not an address", "set `base_url` in pyramid.yaml");
      case CURLE_PARTIAL_FILE:
      case CURLE_RECV_ERROR:
      case CURLE_SEND_ERROR:
      case CURLE_GOT_NOTHING:
        return says(ErrorKind::kEngine, "broke off its answer");
      default:
        return says(ErrorKind::kEngine, "cannot be reached");
    }
  }

  Proxy proxy_;
  std::mutex mutex_;
  bool loaded_ = false;
  Libcurl curl_;
  std::vector<CURL*> idle_;
  std::once_flag ready_;
  std::jthread loader_;  // goes first, and waits
};

}  // namespace

std::unique_ptr<HttpClient> make_curl_client(Proxy proxy) {
  return std::make_unique<CurlClient>(std::move(proxy));
}

}  // namespace pyramid::engine::openai
