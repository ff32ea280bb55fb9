#include "cli/host_files.hpp"

#include "base/text.hpp"
#include "cli/child_process.hpp"
#include "hosts/hook.hpp"
#include "protocol/json_rpc.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

namespace pyramid::cli {

namespace {

constexpr std::chrono::seconds kHostPatience{60};

std::string folder_in(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? "" : expand_home(value);
}

// As a host would: it starts the server and asks it.
Result<std::string> recall_of(const hosts::HostServer& server) {
  const Json hello = {{"protocolVersion", "2025-11-25"},
                      {"capabilities", Json::object()},
                      {"clientInfo", {{"name", "pyramid doctor"}, {"version", "1"}}}};
  const Json question = {{"name", "memory_recall"},
                         {"arguments", {{"prompt", "What do you know of the user?"}}}};
  const auto request = [](int id, const char* method, const Json& params) {
    return protocol::line_of(
        {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}});
  };
  const std::string asked =
      request(1, "initialize", hello) +
      protocol::line_of(protocol::notification("notifications/initialized", Json::object())) +
      request(2, "tools/call", question);
  std::vector<std::string> command = {server.command};
  command.insert(command.end(), server.args.begin(), server.args.end());
  PYRAMID_ASSIGN(const ChildAnswer answer, run_child(command, asked, kHostPatience));
  for (const std::string_view line : split_lines(answer.out)) {
    const Result<Json> message = protocol::parse_message(line);
    if (!message || !message->is_object() || message->value("id", Json()) != Json(2)) continue;
    if (!message->contains("result")) break;
    const Json& result = (*message)["result"];
    const std::string text = result["content"][0]["text"];
    if (result.value("isError", false)) {
      return fail(ErrorKind::kNotFound, "the recall failed: " + text);
    }
    return result["structuredContent"].value("text", std::string());
  }
  return fail(ErrorKind::kIo, "it gave no answer", {}, "run it yourself, with --help",
              fmt::format("exit code {}", answer.exit_code));
}

std::string command_line(const hosts::HostServer& server) {
  std::string line = server.command;
  for (const std::string& one : server.args) line += " " + one;
  return printable(line);
}

struct FoundServer {
  std::string path;
  hosts::HostServer server;
  bool of_user = false;
};

// The project's before the person's, as hosts take them.
Result<std::optional<FoundServer>> find_server(FileSystem& files, const hosts::Host& host) {
  for (const bool of_user : {false, true}) {
    if (!of_user && !host.has_projects) continue;
    for (const hosts::HostFile& file : hosts::files_of_host(host, host_places(), of_user)) {
      PYRAMID_ASSIGN(const std::string text, read_host_file(files, file.path));
      const Result<std::optional<hosts::HostServer>> server = hosts::server_in(file, text);
      if (!server) return fail(in_host_file(server.error(), file.path));
      if (*server) return std::optional(FoundServer{file.path, **server, of_user});
    }
  }
  return std::optional<FoundServer>();
}

// The lines for a shell that the host calls; kNotFound where one is missing.
Result<std::vector<std::string>> find_hooks(FileSystem& files, const hosts::Host& host,
                                            bool of_user) {
  std::vector<std::string> all;
  for (const hosts::HostFile& file : hosts::files_of_host(host, host_places(), of_user)) {
    if (file.hooks == hosts::HookShape::kNone) continue;
    PYRAMID_ASSIGN(const std::string text, read_host_file(files, file.path));
    const Result<std::vector<std::string>> found = hosts::hooks_in(file, text);
    if (!found) return fail(in_host_file(found.error(), file.path));
    const std::size_t wanted = hosts::events_of_host(host.name).size();
    if (found->size() < wanted) {
      return fail(ErrorKind::kNotFound,
                  fmt::format("{} of {} hooks are there", found->size(), wanted), file.path,
                  "run pyramid setup " + host.name);
    }
    all.insert(all.end(), found->begin(), found->end());
  }
  return all;
}

// kNotFound where the host calls no hook at all.
Status are_switched_on(FileSystem& files, const hosts::Host& host) {
  for (const hosts::HookSwitch& one : hosts::hook_switches(host, host_places())) {
    PYRAMID_ASSIGN(const std::string text, read_host_file(files, one.path));
    const Result<bool> off = hosts::is_switched_off(one, text);
    if (!off) return fail(in_host_file(off.error(), one.path));
    if (!*off) continue;
    return fail(
        ErrorKind::kNotFound,
        fmt::format("{} calls no hook: `{}` is {}", host.title, join(one.keys, "."), one.off),
        one.path, "take it out, or leave the hooks: agents have the tools all the same");
  }
  return {};
}

// As the host would call them, but with nothing to do; each must end with 0.
Status call_hooks(const std::vector<std::string>& hooks) {
  for (const std::string& hook : hooks) {
    PYRAMID_ASSIGN(const ChildAnswer answer, run_child({"sh", "-c", hook}, "", kHostPatience));
    if (answer.exit_code != 0) {
      return fail(ErrorKind::kIo, "the hook does not run: " + printable(hook), {}, {},
                  fmt::format("exit code {}", answer.exit_code));
    }
  }
  return {};
}

}  // namespace

hosts::HostPlaces host_places() {
  hosts::HostPlaces places;
  places.project = current_folder();
  places.home = expand_home("~");
  places.claude = folder_in("CLAUDE_CONFIG_DIR");
  places.codex = folder_in("CODEX_HOME");
  places.openclaw = folder_in("OPENCLAW_STATE_DIR");
  return places;
}

Result<std::string> read_host_file(FileSystem& files, const std::string& path) {
  Result<std::string> text = files.read(path);
  if (!text && text.error().kind == ErrorKind::kNotFound) return std::string();
  return text;
}

Error in_host_file(Error error, const std::string& path) {
  error.where = error.where.empty() ? path : path + ":" + error.where;
  return error;
}

int run_host_doctor(Context& context, const std::string& name) {
  const Result<hosts::Host> host = hosts::find_host(name);
  if (!host) return context.report(host.error());
  const Environment environment = context.environment();
  const Result<std::optional<FoundServer>> found = find_server(environment.files, *host);
  if (!found) return context.report(found.error());
  if (!*found) {
    return context.report(Error{ErrorKind::kNotFound,
                                host->title + " is not told of this memory",
                                {},
                                {},
                                "run pyramid setup " + host->name});
  }
  const FoundServer& server = **found;
  const Result<std::string> recalled = recall_of(server.server);
  if (!recalled) {
    Error error = recalled.error();
    error.where = server.path;
    return context.report(error);
  }
  const Result<std::vector<std::string>> hooks =
      find_hooks(environment.files, *host, server.of_user);
  if (!hooks) return context.report(hooks.error());
  if (const Status called = call_hooks(*hooks); !called) return context.report(called.error());
  if (const Status on = are_switched_on(environment.files, *host); !hooks->empty() && !on) {
    return context.report(on.error());
  }
  if (context.json()) {
    context.print_json(
        to_json(operations::HostReport{host->name, server.path, server.server.command,
                                       server.server.args, recalled->size(), *hooks}));
  } else {
    print(fmt::format(
        "host       {}\nserver     {}: {}\nrecall     {}\nhooks      {}\nAll is well.\n",
        host->title, printable(server.path), command_line(server.server),
        count_of(recalled->size(), "byte"), hooks->empty() ? "none" : with_commas(hooks->size())));
  }
  return kExitOk;
}

}  // namespace pyramid::cli
