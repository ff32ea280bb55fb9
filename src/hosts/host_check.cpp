#include "hosts/host_check.hpp"

#include "base/text.hpp"
#include "hosts/hook.hpp"
#include "hosts/host_setup.hpp"
#include "protocol/json_rpc.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <utility>

namespace pyramid::hosts {

namespace {

// A value of an answer, whatever it looks like; "" where it has none there.
std::string text_at(const Json& answer, const char* where) {
  const Json::json_pointer at(where);
  if (!answer.contains(at)) return {};
  const Json& value = answer.at(at);
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// As a host would: it starts the server and asks it.
Result<std::string> recall_of(const HostServer& server, const RunProgram& run) {
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
  PYRAMID_ASSIGN(const RunAnswer answer, run(command, asked));
  for (const std::string_view line : split_lines(answer.out)) {
    const Result<Json> message = protocol::parse_message(line);
    if (!message || !message->is_object() || message->value("id", Json()) != Json(2)) continue;
    if (!message->contains("result")) break;
    const Json& result = (*message)["result"];
    if (text_at(result, "/isError") == "true") {
      return fail(ErrorKind::kNotFound, "the recall failed: " + text_at(result, "/content/0/text"));
    }
    return text_at(result, "/structuredContent/text");
  }
  return fail(ErrorKind::kIo, "it gave no answer", {}, "run it yourself, with --help",
              fmt::format("exit code {}", answer.exit_code));
}

struct FoundServer {
  std::string path;
  HostServer server;
  bool of_user = false;
};

// The project's before the person's, as hosts take them.
Result<std::optional<FoundServer>> find_server(FileSystem& files, const Host& host,
                                               const HostPlaces& places) {
  for (const bool of_user : {false, true}) {
    if (!of_user && !host.has_projects) continue;
    for (const HostFile& file : files_of_host(host, places, of_user)) {
      PYRAMID_ASSIGN(const std::string text, read_host_file(files, file.path));
      const Result<std::optional<HostServer>> server = server_in(file, text);
      if (!server) return fail(in_host_file(server.error(), file.path));
      if (*server) return std::optional(FoundServer{file.path, **server, of_user});
    }
  }
  return std::optional<FoundServer>();
}

// The lines for a shell that the host calls; kNotFound where one is missing.
Result<std::vector<std::string>> find_hooks(FileSystem& files, const Host& host,
                                            const HostPlaces& places, bool of_user) {
  std::vector<std::string> all;
  for (const HostFile& file : files_of_host(host, places, of_user)) {
    if (file.hooks == HookShape::kNone) continue;
    PYRAMID_ASSIGN(const std::string text, read_host_file(files, file.path));
    const Result<std::vector<std::string>> found = hooks_in(file, text);
    if (!found) return fail(in_host_file(found.error(), file.path));
    const std::size_t wanted = events_of_host(host.name).size();
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
Status are_switched_on(FileSystem& files, const Host& host, const HostPlaces& places) {
  for (const HookSwitch& one : hook_switches(host, places)) {
    PYRAMID_ASSIGN(const std::string text, read_host_file(files, one.path));
    const Result<bool> off = is_switched_off(one, text);
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
Status call_hooks(const std::vector<std::string>& hooks, const RunProgram& run) {
  for (const std::string& hook : hooks) {
    PYRAMID_ASSIGN(const RunAnswer answer, run({"sh", "-c", hook}, ""));
    if (answer.exit_code != 0) {
      return fail(ErrorKind::kIo, "the hook does not run: " + printable(hook), {}, {},
                  fmt::format("exit code {}", answer.exit_code));
    }
  }
  return {};
}

}  // namespace

Result<operations::HostReport> check_host(FileSystem& files, const Host& host,
                                          const HostPlaces& places, const RunProgram& run) {
  PYRAMID_ASSIGN(const std::optional<FoundServer> found, find_server(files, host, places));
  if (!found) {
    return fail(ErrorKind::kNotFound, host.title + " is not told of this memory", {},
                "run pyramid setup " + host.name);
  }
  const Result<std::string> recalled = recall_of(found->server, run);
  if (!recalled) {
    Error error = recalled.error();
    error.where = found->path;
    return fail(std::move(error));
  }
  PYRAMID_ASSIGN(std::vector<std::string> hooks, find_hooks(files, host, places, found->of_user));
  PYRAMID_TRY(call_hooks(hooks, run));
  if (!hooks.empty()) PYRAMID_TRY(are_switched_on(files, host, places));
  return operations::HostReport{host.name,          found->path,      found->server.command,
                                found->server.args, recalled->size(), std::move(hooks)};
}

}  // namespace pyramid::hosts
