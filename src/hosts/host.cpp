#include "hosts/host.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "hosts/toml_text.hpp"

#include <algorithm>
#include <utility>

namespace pyramid::hosts {

namespace {

std::string folder_or(const std::string& moved, const std::string& home, const char* usual) {
  return moved.empty() ? path::join(home, usual) : moved;
}

HostFile servers_at(std::string path, JsonPath at) {
  return {std::move(path), HostFileKind::kJsonServers, std::move(at)};
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

Result<std::string> with_json_server(const HostFile& file, const HostOurs& ours,
                                     const std::string& text) {
  PYRAMID_ASSIGN(JsonText json, JsonText::parse(text));
  const HostServer wanted = server_of(ours);
  const std::optional<HostServer> held = server_of_json(json, file);
  if (held && !is_ours(*held)) return is_others(*held);
  JsonPath at = file.servers;
  at.push_back(kServerName);
  if (!held) {
    PYRAMID_TRY(json.set(at, {{"command", wanted.command}, {"args", wanted.args}}));
  } else if (*held != wanted) {  // what a person added to it stays
    for (const auto& [key, value] :
         {std::pair<const char*, Json>("command", wanted.command), {"args", wanted.args}}) {
      JsonPath member = at;
      member.push_back(key);
      PYRAMID_TRY(json.set(member, value));
    }
  }
  return json.text();
}

}  // namespace

const std::vector<Host>& all_hosts() {
  static const std::vector<Host> hosts = {{"claude-code", "Claude Code", true},
                                          {"codex", "Codex CLI", true},
                                          {"gemini", "Gemini CLI", true},
                                          {"cursor", "Cursor", true},
                                          {"openclaw", "OpenClaw", false}};
  return hosts;
}

Result<Host> find_host(const std::string& name) {
  std::vector<std::string> names;
  for (const Host& host : all_hosts()) {
    if (host.name == name) return host;
    names.push_back(host.name);
  }
  const std::optional<std::string> near = closest(name, names);
  return fail(ErrorKind::kUsage, "no such host: " + printable(name), {},
              near ? "did you mean " + *near + "?" : "these are known: " + join(names, ", "));
}

std::vector<HostFile> files_of_host(const Host& host, const HostPlaces& places, bool of_user) {
  const std::string& project = places.project;
  if (host.name == "claude-code") {
    if (!of_user) return {servers_at(path::join(project, ".mcp.json"), {"mcpServers"})};
    const std::string& folder = places.claude.empty() ? places.home : places.claude;
    return {servers_at(path::join(folder, ".claude.json"), {"mcpServers"})};
  }
  if (host.name == "codex") {
    const std::string folder =
        of_user ? folder_or(places.codex, places.home, ".codex") : path::join(project, ".codex");
    return {{path::join(folder, "config.toml"), HostFileKind::kTomlServers, {}}};
  }
  if (host.name == "openclaw") {
    const std::string folder = folder_or(places.openclaw, places.home, ".openclaw");
    return {servers_at(path::join(folder, "openclaw.json"), {"mcp", "servers"})};
  }
  const std::string folder = path::join(of_user ? places.home : project, "." + host.name);
  const char* name = host.name == "cursor" ? "mcp.json" : "settings.json";
  return {servers_at(path::join(folder, name), {"mcpServers"})};
}

HostServer server_of(const HostOurs& ours) { return {ours.program, {"mcp", "-w", ours.workspace}}; }

Result<std::string> with_ours(const HostFile& file, const HostOurs& ours, const std::string& text) {
  if (file.kind == HostFileKind::kJsonServers) return with_json_server(file, ours, text);
  PYRAMID_ASSIGN(const std::optional<HostServer> held, server_in(file, text));
  if (held && !is_ours(*held)) return is_others(*held);
  const HostServer wanted = server_of(ours);
  if (held == wanted) return text;
  return with_toml_server(text, kServerName, {wanted.command, wanted.args});
}

Result<std::string> without_ours(const HostFile& file, const std::string& text) {
  PYRAMID_ASSIGN(const std::optional<HostServer> held, server_in(file, text));
  if (!held) return text;
  if (!is_ours(*held)) return is_others(*held);
  std::string left;
  if (file.kind == HostFileKind::kTomlServers) {
    PYRAMID_ASSIGN(left, without_toml_server(text, kServerName));
    return trim(left).empty() ? std::string() : left;
  }
  PYRAMID_ASSIGN(JsonText json, JsonText::parse(text));
  JsonPath at = file.servers;
  at.push_back(kServerName);
  PYRAMID_TRY(json.erase(at));
  return trim(json.text()) == "{}" ? std::string() : json.text();
}

Result<std::optional<HostServer>> server_in(const HostFile& file, const std::string& text) {
  if (file.kind == HostFileKind::kJsonServers) {
    PYRAMID_ASSIGN(const JsonText json, JsonText::parse(text));
    return server_of_json(json, file);
  }
  PYRAMID_ASSIGN(const std::optional<TomlServer> server, toml_server(text, kServerName));
  if (!server) return std::optional<HostServer>();
  return std::optional(HostServer{server->command, server->args});
}

}  // namespace pyramid::hosts
