// The programs that run agents: where each keeps its configuration, and the lines in it that name
// this memory. Texts in, texts out; no disk.
#pragma once

#include "hosts/json_text.hpp"
#include "pyramid/result.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::hosts {

// What our server is called in every configuration.
inline constexpr const char* kServerName = "pyramid";

// Folders on this machine; what a variable of the environment moves is moved already.
struct HostPlaces {
  std::string project;   // where the agent is started
  std::string home;      // the person's
  std::string claude;    // "" = not moved
  std::string codex;     // "" = not moved
  std::string openclaw;  // "" = not moved
};

// What a line of a configuration starts.
struct HostOurs {
  std::string program;    // its path
  std::string workspace;  // absolute
  bool tasks = false;     // the agent gets the tools on tasks, too
};

enum class HostFileKind { kJson, kToml };
// How a file names what is called at an event.
enum class HookShape {
  kNone,
  kGrouped,  // hooks.EVENT: [{"hooks": [{"type": "command", "command": …}]}]
  kFlat      // hooks.EVENT: [{"command": …}], with a version
};
struct HostFile {
  std::string host;  // its name
  std::string path;
  HostFileKind kind = HostFileKind::kJson;
  JsonPath servers = {};  // of JSON: where the map of servers is; empty = it holds none
  HookShape hooks = HookShape::kNone;
};

struct Host {
  std::string name;             // "claude-code"
  std::string title;            // "Claude Code"
  bool has_projects = true;     // false: its configuration is the person's alone
  bool asks_for_trust = false;  // it calls no hook before the person allowed it there
};

const std::vector<Host>& all_hosts();
std::vector<std::string> names_of_hosts();
// kUsage, with those that there are, where none is called so.
Result<Host> find_host(const std::string& name);

// What it reads: the project's files, or the person's.
std::vector<HostFile> files_of_host(const Host& host, const HostPlaces& places, bool of_user);

// A setting with which no hook of the host is called, whatever stands in its files.
struct HookSwitch {
  std::string path;
  HostFileKind kind = HostFileKind::kJson;
  std::vector<std::string> keys;  // that lead to it
  bool off = false;               // what it says then
};
// Wherever the host looks for it, of the project's files and the person's.
std::vector<HookSwitch> hook_switches(const Host& host, const HostPlaces& places);
// Whether the text of its file says so.
Result<bool> is_switched_off(const HookSwitch& one, const std::string& text);

// How an agent's host is told to start this memory.
struct HostServer {
  std::string command;
  std::vector<std::string> args;
  bool operator==(const HostServer&) const = default;
};
HostServer server_of(const HostOurs& ours);

// The text of the file with our lines in it; the same text where they are there. kInvalid, `where`
// a line or "", for a text that cannot be read, and where something else stands under our name.
Result<std::string> with_ours(const HostFile& file, const HostOurs& ours, const std::string& text);
// The text without them; "" where nothing is left.
Result<std::string> without_ours(const HostFile& file, const std::string& text);
// What the file starts under our name.
Result<std::optional<HostServer>> server_in(const HostFile& file, const std::string& text);
// Our lines for a shell in it, one an event.
Result<std::vector<std::string>> hooks_in(const HostFile& file, const std::string& text);

}  // namespace pyramid::hosts
