// `pyramid-serve`: what `pyramid serve` becomes. See src/cli/command_serve.cpp.
#include "cli/context.hpp"
#include "operations/agent_offer.hpp"
#include "serve/bridge.hpp"
#include "serve/endpoint.hpp"
#include "serve/gate.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <httplib.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace pyramid::serve {

namespace {

using cli::Context;

constexpr std::size_t kMostBody = std::size_t{4} << 20;
constexpr std::size_t kThreads = 32;
constexpr int kMostStreams = 16;  // the other threads answer
constexpr double kAtOnce = 100, kASecond = 50;
constexpr int kSeconds = 10;  // for a client to send or take what is under way

std::atomic<bool> stops = false;
extern "C" void stop_serving(int) { stops = true; }

std::optional<std::string> header(const httplib::Request& request, const char* name) {
  if (!request.has_header(name)) return std::nullopt;
  return request.get_header_value(name);
}

void give(httplib::Response& response, const Reply& reply) {
  response.status = reply.status;
  response.set_content(reply.body, "application/json");
}

class HttpServer {
 public:
  HttpServer(const Environment& environment, const WorkspaceOptions& workspace, Address address,
             std::string token)
      : environment_(environment),
        workspace_(workspace),
        address_(std::move(address)),
        token_(std::move(token)),
        offer_(environment, workspace),
        endpoint_(offer_) {
    server_.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
    server_.set_payload_max_length(kMostBody);
    server_.set_read_timeout(kSeconds);
    server_.set_write_timeout(kSeconds);
    server_.set_keep_alive_timeout(kSeconds);
    server_.set_pre_routing_handler(
        [this](const httplib::Request& request, httplib::Response& response) {
          return let_in(request, response) ? httplib::Server::HandlerResponse::Unhandled
                                           : httplib::Server::HandlerResponse::Handled;
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
      while (!stops) std::this_thread::sleep_for(std::chrono::milliseconds(50));
      server_.stop();
    });
    server_.listen_after_bind();
    stops = true;
    watcher.join();
  }

 private:
  bool let_in(const httplib::Request& request, httplib::Response& response) {
    Asked asked;
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

  void add_routes() {
    server_.Post("/mcp", [this](const httplib::Request& request, httplib::Response& response) {
      post(request, response);
    });
    server_.Delete("/mcp", [this](const httplib::Request& request, httplib::Response& response) {
      response.status = endpoint_.end_session(header(request, "MCP-Session-Id"));
    });
    server_.Get("/mcp", [](const httplib::Request&, httplib::Response& response) {
      response.status = 405;
      response.set_header("Allow", "POST, DELETE");
    });
    server_.Get("/health", [](const httplib::Request&, httplib::Response& response) {
      response.set_content("{\"status\":\"ok\",\"version\":\"" PYRAMID_VERSION "\"}\n",
                           "application/json");
    });
    server_.Get("/openapi.json", [](const httplib::Request&, httplib::Response& response) {
      response.set_content(openapi(), "application/json");
    });
    for (const Route& route : all_routes()) {
      server_.Post(
          route.path, [this, &route](const httplib::Request& request, httplib::Response& response) {
            SilentProgress silent;
            const Environment environment{
                environment_.files,  environment_.clock,   silent,
                environment_.engine, environment_.program, environment_.machine,
                environment_.home,   environment_.zone};
            give(response, reply_to_call({environment, workspace_, operations::View::kAgents},
                                         route, request.body));
          });
    }
  }

  void post(const httplib::Request& request, httplib::Response& response) {
    Posted posted;
    posted.body = request.body;
    posted.session = header(request, "MCP-Session-Id");
    posted.version = header(request, "MCP-Protocol-Version");
    posted.method = header(request, "Mcp-Method");
    posted.name = header(request, "Mcp-Name");
    const Answered answered = endpoint_.post(posted);
    if (answered.streams) return stream(request.body, response);
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
              [&sink] { return !stops && sink.is_writable(); });
          sink.done();
          return true;
        });
  }

  const Environment environment_;
  const WorkspaceOptions workspace_;
  Address address_;
  const std::string token_;
  const operations::AgentOffer offer_;
  Endpoint endpoint_;
  Rate rate_{kAtOnce, kASecond};
  std::atomic<int> streams_ = 0;
  httplib::Server server_;
};

Error cannot_serve(const std::string& what, const std::string& hint) {
  return {ErrorKind::kUsage, what, {}, {}, hint};
}

int run_serve(Context& context, const std::string& http, const std::string& token) {
  const Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  const std::optional<Address> address = parse_address(http);
  if (!address) {
    return context.report(cannot_serve("this is no address: " + http, "write 127.0.0.1:8080"));
  }
  if (!address->is_loopback() && token.empty()) {
    return context.report(cannot_serve("others could reach the memory there, and no token is set",
                                       "set PYRAMID_TOKEN, or serve on 127.0.0.1"));
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGINT, stop_serving);
  std::signal(SIGTERM, stop_serving);
  // A workspace that cannot be read is told now, not to each client.
  const Environment environment = context.environment();
  const Result<StatusReport> state = status(environment, *workspace);
  if (!state) return context.report(state.error());
  HttpServer server(environment, *workspace, *address, token);
  const int port = server.bind();
  if (port == 0) {
    return context.report(
        Error{ErrorKind::kIo, "cannot serve at " + http, {}, {}, "take another port"});
  }
  const std::string shown =
      address->host.find(':') == std::string::npos ? address->host : "[" + address->host + "]";
  cli::print(fmt::format("Serving {} at http://{}:{}/mcp\n", workspace->root, shown, port));
  std::fflush(stdout);
  server.run();
  return cli::kExitOk;
}

int run_program(int argc, char** argv) {
  CLI::App app{"Serve the memory over HTTP"};
  app.name("pyramid-serve");
  cli::GlobalOptions options;
  std::string http;
  app.add_option("-w,--workspace", options.workspace)->required();
  app.add_option("--db", options.database);
  app.add_option("--now", options.now);
  app.add_flag("--json", options.json);
  app.add_option("--http", http)->required();
  CLI11_PARSE(app, argc, argv);
  Context context(options);
  const Status ready = context.prepare();
  if (!ready) return context.report(ready.error());
  const char* token = std::getenv("PYRAMID_TOKEN");
  return run_serve(context, http, token == nullptr ? "" : token);
}

}  // namespace

}  // namespace pyramid::serve

int main(int argc, char** argv) {
  try {
    return pyramid::serve::run_program(argc, argv);
  } catch (const std::exception& error) {
    pyramid::cli::print_error(fmt::format("pyramid: internal error: {}\n", error.what()));
    return pyramid::cli::kExitInternal;
  }
}
