#include "hosts/host.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "hosts/hook_lines.hpp"
#include "hosts/toml_text.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::hosts {

namespace {

std::string folder_or(const std::string& moved, const std::string& home, const char* usual) {
  return moved.empty() ? path::join(home, usual) : moved;
}

// Whether this is a memory of ours, wherever the program lies.
bool is_ours(const HostServer& server) {
  const std::string_view program = path::name(server.command);
  return program == "pyramid" && !server.args.empty() && server.args.front() == "mcp";
}

Failure is_others(const HostServer& server) {
  return fail(
      ErrorKind::kConflict,
      std::string("another server is called ") + kServerName + ": " + printable(server.command), {},
      "give that one another name");
}

std::optional<HostServer> server_of_json(const JsonText& text, const HostFile& file) {
  JsonPath at = file.servers;
  at.push_back(kServerName);
  const Json* entry = text.at(at);
  if (entry == nullptr) return std::nullopt;
  HostServer server;
  if (!entry->is_object()) return server;
  const auto command = entry->find("command");
  if (command != entry->end() && command->is_string()) server.command = *command;
  const auto args = entry->find("args");
  if (args == entry->end() || !args->is_array()) return server;
  for (const Json& one : *args) {
    server.args.push_back(one.is_string() ? one.get<std::string>() : one.dump());
  }
  return server;
}

Status add_server(const HostFile& file, const HostOurs& ours, JsonText& json) {
  const HostServer wanted = server_of(ours);
  const std::optional<HostServer> held = server_of_json(json, file);
  if (held && !is_ours(*held)) return is_others(*held);
  JsonPath at = file.servers;
  at.push_back(kServerName);
  if (!held) return json.set(at, {{"command", wanted.command}, {"args", wanted.args}});
  if (*held == wanted) return {};
  for (const auto& [key, value] :  // what a person added to it stays
       {std::pair<const char*, Json>("command", wanted.command), {"args", wanted.args}}) {
    JsonPath member = at;
    member.push_back(key);
    PYRAMID_TRY(json.set(member, value));
  }
  return {};
}

Status remove_server(const HostFile& file, JsonText& json) {
  const std::optional<HostServer> held = server_of_json(json, file);
  if (!held) return {};
  if (!is_ours(*held)) return is_others(*held);
  JsonPath at = file.servers;
  at.push_back(kServerName);
  return json.erase(at);
}

}  // namespace

const std::vector<Host>& all_hosts() {
  static const std::vector<Host> hosts = {{"claude-code", "Claude Code", true},
                                          {"codex", "Codex CLI", true, true},
                                          {"gemini", "Gemini CLI", true},
                                          {"cursor", "Cursor", true},
                                          {"openclaw", "OpenClaw", false}};
  return hosts;
}

std::vector<std::string> names_of_hosts() {
  std::vector<std::string> names;
  for (const Host& host : all_hosts()) names.push_back(host.name);
  return names;
}

Result<Host> find_host(const std::string& name) {
  for (const Host& host : all_hosts()) {
    if (host.name == name) return host;
  }
  const std::vector<std::string> names = names_of_hosts();
  const std::optional<std::string> near = closest(name, names);
  return fail(ErrorKind::kUsage, "no such host: " + printable(name), {},
              near ? "did you mean " + *near + "?" : "these are known: " + join(names, ", "));
}

std::vector<HostFile> files_of_host(const Host& host, const HostPlaces& places, bool of_user) {
  using enum HostFileKind;
  using enum HookShape;
  const std::string& name = host.name;
  const auto file = [&](const std::string& folder, const char* file_name, HostFileKind kind,
                        JsonPath servers, HookShape hooks) {
    return HostFile{name, path::join(folder, file_name), kind, std::move(servers), hooks};
  };
  if (name == "claude-code") {
    // What is called at each session is nobody else's in a project's repository.
    if (!of_user) {
      return {
          file(places.project, ".mcp.json", kJson, {"mcpServers"}, kNone),
          file(path::join(places.project, ".claude"), "settings.local.json", kJson, {}, kGrouped)};
    }
    const std::string& folder = places.claude.empty() ? places.home : places.claude;
    return {file(folder, ".claude.json", kJson, {"mcpServers"}, kNone),
            file(folder_or(places.claude, places.home, ".claude"), "settings.json", kJson, {},
                 kGrouped)};
  }
  if (name == "openclaw") {
    const std::string folder = folder_or(places.openclaw, places.home, ".openclaw");
    return {file(folder, "openclaw.json", kJson, {"mcp", "servers"}, kNone)};
  }
  std::string folder = path::join(of_user ? places.home : places.project, "." + name);
  if (name == "codex") {
    if (of_user && !places.codex.empty()) folder = places.codex;
    return {file(folder, "config.toml", kToml, {}, kNone),
            file(folder, "hooks.json", kJson, {}, kGrouped)};
  }
  if (name == "cursor") {
    return {file(folder, "mcp.json", kJson, {"mcpServers"}, kNone),
            file(folder, "hooks.json", kJson, {}, kFlat)};
  }
  return {file(folder, "settings.json", kJson, {"mcpServers"}, kGrouped)};
}

std::vector<HookSwitch> hook_switches(const Host& host, const HostPlaces& places) {
  using enum HostFileKind;
  const std::string project = path::join(places.project, "." + host.name);
  const std::string home = path::join(places.home, "." + host.name);
  if (host.name == "claude-code") {
    const std::string claude = path::join(places.project, ".claude");
    std::vector<HookSwitch> switches;
    for (const std::string& path :
         {path::join(claude, "settings.local.json"), path::join(claude, "settings.json"),
          path::join(folder_or(places.claude, places.home, ".claude"), "settings.json")}) {
      switches.push_back({path, kJson, {"disableAllHooks"}, true});
    }
    return switches;
  }
  if (host.name == "codex") {
    const std::string& own = places.codex.empty() ? home : places.codex;
    return {{path::join(project, "config.toml"), kToml, {"features", "hooks"}, false},
            {path::join(own, "config.toml"), kToml, {"features", "hooks"}, false}};
  }
  if (host.name == "gemini") {
    return {{path::join(project, "settings.json"), kJson, {"hooksConfig", "enabled"}, false},
            {path::join(home, "settings.json"), kJson, {"hooksConfig", "enabled"}, false}};
  }
  return {};
}

Result<bool> is_switched_off(const HookSwitch& one, const std::string& text) {
  if (one.kind == HostFileKind::kToml) {
    PYRAMID_ASSIGN(const std::optional<bool> said, toml_flag(text, one.keys));
    return said == one.off;
  }
  PYRAMID_ASSIGN(const JsonText json, JsonText::parse(text));
  const Json* said = json.at(JsonPath(one.keys.begin(), one.keys.end()));
  return said != nullptr && *said == one.off;
}

HostServer server_of(const HostOurs& ours) {
  HostServer server{ours.program, {"mcp", "-w", ours.workspace}};
  if (ours.tasks) server.args.emplace_back("--tasks");
  return server;
}

Result<std::string> with_ours(const HostFile& file, const HostOurs& ours, const std::string& text) {
  if (file.kind == HostFileKind::kJson) {
    PYRAMID_ASSIGN(JsonText json, JsonText::parse(text));
    if (!file.servers.empty()) PYRAMID_TRY(add_server(file, ours, json));
    if (file.hooks != HookShape::kNone) PYRAMID_TRY(add_hooks(file, ours, json));
    return json.text();
  }
  PYRAMID_ASSIGN(const std::optional<HostServer> held, server_in(file, text));
  if (held && !is_ours(*held)) return is_others(*held);
  const HostServer wanted = server_of(ours);
  if (held == wanted) return text;
  return with_toml_server(text, kServerName, {wanted.command, wanted.args});
}

Result<std::string> without_ours(const HostFile& file, const std::string& text) {
  if (file.kind == HostFileKind::kJson) {
    PYRAMID_ASSIGN(JsonText json, JsonText::parse(text));
    if (!file.servers.empty()) PYRAMID_TRY(remove_server(file, json));
    if (file.hooks != HookShape::kNone) PYRAMID_TRY(remove_hooks(file, json));
    if (json.text() == text) return text;
    const bool is_bare = file.hooks == HookShape::kFlat && json.value() == kBareHooks;
    return is_bare || trim(json.text()) == "{}" ? std::string() : json.text();
  }
  PYRAMID_ASSIGN(const std::optional<HostServer> held, server_in(file, text));
  if (!held) return text;
  if (!is_ours(*held)) return is_others(*held);
  PYRAMID_ASSIGN(std::string left, without_toml_server(text, kServerName));
  return trim(left).empty() ? std::string() : left;
}

Result<std::optional<HostServer>> server_in(const HostFile& file, const std::string& text) {
  if (file.kind == HostFileKind::kJson) {
    PYRAMID_ASSIGN(const JsonText json, JsonText::parse(text));
    if (file.servers.empty()) return std::optional<HostServer>();
    return server_of_json(json, file);
  }
  PYRAMID_ASSIGN(const std::optional<TomlServer> server, toml_server(text, kServerName));
  if (!server) return std::optional<HostServer>();
  return std::optional(HostServer{server->command, server->args});
}

Result<std::vector<std::string>> hooks_in(const HostFile& file, const std::string& text) {
  std::vector<std::string> commands;
  if (file.kind != HostFileKind::kJson || file.hooks == HookShape::kNone) return commands;
  PYRAMID_ASSIGN(const JsonText json, JsonText::parse(text));
  for (const JsonPath& at : our_hooks(file, json)) commands.push_back(command_at(json, at));
  return commands;
}

}  // namespace pyramid::hosts
