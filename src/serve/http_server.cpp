#include "serve/http_server.hpp"

#include "pyramid/version.hpp"
#include "serve/endpoint.hpp"

#include <httplib.h>

#include <chrono>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace pyramid::serve {

namespace {

constexpr std::size_t kMostBody = std::size_t{4} << 20;
// A client that is slow to say what it wants has one meanwhile.
constexpr std::size_t kThreads = 256;
constexpr int kMostStreams = 16;
constexpr int kSeconds = 10;  // for a client to send or take what is under way
// Who says nothing meanwhile has to connect again; an end of the server waits so long for them.
constexpr time_t kIdleSeconds = 2;

std::optional<std::string> header(const httplib::Request& request, const char* name) {
  if (!request.has_header(name)) return std::nullopt;
  return request.get_header_value(name);
}

// The body as it comes: given whole, the library would take that of a form to pieces, which is what
// curl says of whatever it sends, and refuses one of more than 8 KiB. nullopt: `response` says why.
std::optional<std::string> body_of(const httplib::Request& request,
                                   const httplib::ContentReader& reader,
                                   httplib::Response& response) {
  std::string body;
  const bool is_whole =
      !request.is_multipart_form_data() && reader([&](const char* bytes, std::size_t size) {
        body.append(bytes, size);
        return body.size() <= kMostBody;
      });
  if (is_whole) return body;
  if (body.size() > kMostBody) response.status = 413;
  if (response.status < 400) response.status = 400;
  return std::nullopt;
}

void give(httplib::Response& response, const Reply& reply) {
  response.status = reply.status;
  response.set_content(reply.body, "application/json");
}

// Of what never came to an operation.
const char* said_of(int status) {
  switch (status) {
    case 404:
      return "there is no such path";
    case 405:
      return "this path has another method";
    case 413:
      return "the body is too large";
    default:
      return "this is not a request that can be read";
  }
}

class HttpServer {
 public:
  HttpServer(const Serving& serving, std::atomic<bool>& stops)
      : address_(serving.address),
        token_(serving.token),
        bridge_(serving.bridge),
        stops_(stops),
        endpoint_(serving.offer),
        rate_(serving.at_once, serving.a_second) {
    server_.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
    server_.set_payload_max_length(kMostBody + 1);  // body_of() counts what comes in pieces
    server_.set_read_timeout(kSeconds);
    server_.set_write_timeout(kSeconds);
    server_.set_keep_alive_timeout(kIdleSeconds);
    server_.set_pre_routing_handler(
        [this](const httplib::Request& request, httplib::Response& response) {
          return let_in(request, response) && has_method(request, response)
                     ? httplib::Server::HandlerResponse::Unhandled
                     : httplib::Server::HandlerResponse::Handled;
        });
    server_.set_error_handler([](const httplib::Request&, httplib::Response& response) {
      if (!response.body.empty()) return;
      Reply reply = error_reply({ErrorKind::kUsage, said_of(response.status), {}, {}, {}});
      reply.status = response.status;
      give(response, reply);
    });
    server_.set_exception_handler(
        [](const httplib::Request&, httplib::Response& response, const std::exception_ptr&) {
          give(response, error_reply({ErrorKind::kInternal, "internal error", {}, {}, {}}));
        });
    add_routes();
  }

  // The port; 0 where it cannot be had.
  int bind() {
    if (address_.port == 0) {
      const int port = server_.bind_to_any_port(address_.host);
      address_.port = port > 0 ? port : 0;
    } else if (!server_.bind_to_port(address_.host, address_.port)) {
      return 0;
    }
    return address_.port;
  }
  // Until a signal says that it is enough.
  void run() {
    std::thread watcher([this] {
      while (!stops_) std::this_thread::sleep_for(std::chrono::milliseconds(50));
      server_.stop();
    });
    server_.listen_after_bind();
    stops_ = true;
    watcher.join();
  }

 private:
  bool let_in(const httplib::Request& request, httplib::Response& response) {
    Asked asked;
    asked.is_ambiguous =
        request.get_header_value_count("Host") > 1 ||
        request.get_header_value_count("Origin") > 1 ||
        request.get_header_value_count("Authorization") > 1 ||
        request.get_header_value_count("Content-Length") > 1 ||
        (request.has_header("Content-Length") && request.has_header("Transfer-Encoding"));
    asked.host = request.get_header_value("Host");
    asked.has_origin = request.has_header("Origin");
    asked.origin = request.get_header_value("Origin");
    asked.authorization = request.get_header_value("Authorization");
    std::optional<Refused> refused = refusal_of(asked, address_, token_);
    if (!refused && !rate_.takes(std::chrono::steady_clock::now())) {
      refused = Refused{429, "too many requests"};
      response.set_header("Retry-After", "1");
    }
    if (!refused) return true;
    if (refused->status == 401) response.set_header("WWW-Authenticate", "Bearer");
    Reply reply = error_reply({ErrorKind::kUsage, refused->why, {}, {}, {}});
    reply.status = refused->status;
    give(response, reply);
    return false;
  }

  // Whether the path, if it is one of ours, has the request's method; else says which it has.
  bool has_method(const httplib::Request& request, httplib::Response& response) {
    const auto known = methods_.find(request.path);
    if (known == methods_.end() || known->second.find(request.method) != std::string::npos) {
      return true;
    }
    response.status = 405;
    response.set_header("Allow", known->second);
    return false;
  }

  void add_routes() {
    methods_ = {{"/mcp", "POST, DELETE"}, {"/health", "GET, HEAD"}};
    server_.Post("/mcp", [this](const httplib::Request& request, httplib::Response& response,
                                const httplib::ContentReader& reader) {
      if (const auto body = body_of(request, reader, response)) post(request, *body, response);
    });
    server_.Delete("/mcp", [this](const httplib::Request& request, httplib::Response& response) {
      response.status = endpoint_.end_session(header(request, "MCP-Session-Id"));
    });
    server_.Get("/health", [](const httplib::Request&, httplib::Response& response) {
      response.set_content("{\"status\":\"ok\",\"version\":\"" PYRAMID_VERSION "\"}\n",
                           "application/json");
    });
    if (bridge_) add_bridge();
  }

  void add_bridge() {
    server_.Get("/openapi.json", [](const httplib::Request&, httplib::Response& response) {
      response.set_content(openapi(), "application/json");
    });
    methods_["/openapi.json"] = "GET, HEAD";
    for (const Route& route : all_routes()) {
      methods_[route.path] = "POST";
      server_.Post(route.path,
                   [this, &route](const httplib::Request& request, httplib::Response& response,
                                  const httplib::ContentReader& reader) {
                     const auto body = body_of(request, reader, response);
                     if (body) give(response, bridge_(route, *body));
                   });
    }
  }

  void post(const httplib::Request& request, const std::string& body, httplib::Response& response) {
    Posted posted;
    posted.body = body;
    posted.session = header(request, "MCP-Session-Id");
    posted.version = header(request, "MCP-Protocol-Version");
    posted.method = header(request, "Mcp-Method");
    posted.name = header(request, "Mcp-Name");
    const Answered answered = endpoint_.post(posted);
    if (answered.streams) return stream(body, response);
    response.status = answered.status;
    if (!answered.session.empty()) response.set_header("MCP-Session-Id", answered.session);
    if (!answered.body.empty()) response.set_content(answered.body, "application/json");
  }

  void stream(const std::string& body, httplib::Response& response) {
    if (streams_.fetch_add(1) >= kMostStreams) {
      --streams_;
      Reply reply = error_reply({ErrorKind::kConflict, "too many streams are open", {}, {}, {}});
      reply.status = 429;
      return give(response, reply);
    }
    const std::shared_ptr<void> counted(nullptr, [this](void*) { --streams_; });
    response.set_header("X-Accel-Buffering", "no");
    response.set_header("Cache-Control", "no-store");
    response.set_chunked_content_provider(
        "text/event-stream", [this, body, counted](std::size_t, httplib::DataSink& sink) {
          endpoint_.stream(
              body,
              [&sink](std::string_view bytes) { return sink.write(bytes.data(), bytes.size()); },
              [this, &sink] { return !stops_ && sink.is_writable(); });
          sink.done();
          return true;
        });
  }

  Address address_;
  const std::string token_;
  const std::function<Reply(const Route& route, const std::string& body)> bridge_;
  std::atomic<bool>& stops_;
  Endpoint endpoint_;
  Rate rate_;
  std::atomic<int> streams_ = 0;
  std::map<std::string, std::string> methods_;  // by path: those that it has
  httplib::Server server_;
};

}  // namespace

Status serve_http(const Serving& serving, const std::function<void(int port)>& ready,
                  std::atomic<bool>& stops) {
  HttpServer server(serving, stops);
  const int port = server.bind();
  if (port == 0) {
    return fail(ErrorKind::kIo, "cannot serve there", serving.address.host, "take another port");
  }
  ready(port);
  server.run();
  return {};
}

}  // namespace pyramid::serve
