#include "serve/serve_program.hpp"

#include "console/context.hpp"
#include "hosts/compat.hpp"
#include "operations/agent_offer.hpp"
#include "serve/bridge.hpp"
#include "serve/gate.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>
#include <string>

namespace pyramid::serve {

namespace {

using console::Context;

std::atomic<bool> stops = false;
extern "C" void stop_serving(int) { stops = true; }

Error cannot_serve(const std::string& what, const std::string& hint) {
  return {ErrorKind::kUsage, what, {}, {}, hint};
}

int run_serve(Context& context, Serve serve, const std::string& http, const std::string& token,
              const std::string& compat, operations::Tools tools) {
  const Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  const std::optional<Address> address = parse_address(http);
  if (!address) {
    return context.report(cannot_serve("this is not an address: " + http, "write 127.0.0.1:8080"));
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
  const operations::AgentOffer agents(environment, *workspace, tools);
  std::unique_ptr<protocol::Offer> other;
  if (!compat.empty()) other = hosts::compat_offer(compat, environment, *workspace);
  const protocol::Offer& offer = other ? *other : static_cast<const protocol::Offer&>(agents);
  const auto bridge = [&](const Route& route, const std::string& body) {
    SilentProgress silent;
    return reply_to_call(agents.call_with(silent), route, body);
  };
  const auto ready = [&](int port) {
    const std::string shown =
        address->host.find(':') == std::string::npos ? address->host : "[" + address->host + "]";
    console::print(fmt::format("Serving {} at http://{}:{}/mcp\n", workspace->root, shown, port));
    std::fflush(stdout);
  };
  const Status served = serve({offer, *address, token, bridge}, ready, stops);
  return served ? console::kExitOk : context.report(served.error());
}

int run(int argc, char** argv, Serve serve) {
  CLI::App app{"Serve the memory over HTTP"};
  app.name("pyramid-serve");
  console::GlobalOptions options;
  std::string http, compat;
  app.add_option("-w,--workspace", options.workspace)->required();
  app.add_option("--db", options.database);
  app.add_option("--now", options.now);
  app.add_flag("--json", options.json);
  app.add_option("--http", http)->required();
  app.add_option("--compat", compat)->check(CLI::IsMember(hosts::compat_names()));
  bool tasks = false;
  app.add_flag("--tasks", tasks);
  CLI11_PARSE(app, argc, argv);
  Context context(options);
  const Status ready = context.prepare();
  if (!ready) return context.report(ready.error());
  const char* token = std::getenv("PYRAMID_TOKEN");
  return run_serve(context, serve, http, token == nullptr ? "" : token, compat,
                   tasks ? operations::Tools::kMemoryAndTasks : operations::Tools::kMemory);
}

}  // namespace

int run_program(int argc, char** argv, Serve serve) {
  try {
    return run(argc, argv, serve);
  } catch (const std::exception& error) {
    console::print_error(fmt::format("pyramid: internal error: {}\n", error.what()));
    return console::kExitInternal;
  }
}

}  // namespace pyramid::serve
