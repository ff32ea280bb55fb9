#include "process/surroundings.hpp"

#include "base/text.hpp"
#include "process/local_servers.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/zone.hpp"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <string_view>
#include <system_error>

namespace pyramid::process {

namespace {

// The first of these variables that is set and not empty.
std::string variable(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') return value;
  }
  return {};
}

// Where a person's confirmations lie, as the XDG base directory specification has it; "" = nowhere.
std::string trusted_file() {
  const std::string config = variable({"XDG_CONFIG_HOME"});
  if (config.starts_with('/')) return config + "/pyramid/trusted";
  const std::string home = variable({"HOME"});
  return home.empty() ? "" : home + "/.config/pyramid/trusted";
}

// Behind the folder of zones in the path of one of its files; "" for any other path.
std::string zone_in_path(const std::string& file) {
  constexpr std::string_view kFolder = "zoneinfo/";
  const std::size_t at = file.find(kFolder);
  if (at == std::string::npos) return {};
  std::string name = file.substr(at + kFolder.size());
  for (const std::string_view variant : {"posix/", "right/"}) {
    if (name.starts_with(variant)) name.erase(0, variant.size());
  }
  return name;
}

// "UTC+3" for "UTC-3": in $TZ the sign counts the hours to Greenwich, as POSIX has it.
std::string as_people_write(std::string name) {
  const bool named = name.starts_with("UTC") || name.starts_with("GMT");
  if (!named || name.size() < 4) return name;
  if (name[3] == '-') {
    name[3] = '+';
  } else if (name[3] == '+') {
    name[3] = '-';
  }
  return name;
}

// The variables by which programs are told to keep their data elsewhere, and where below that
// folder their conversations are.
struct Elsewhere {
  std::string_view format;
  const char* variable;
  std::string_view below;
};
constexpr std::array<Elsewhere, 3> kElsewhere = {{{"openclaw", "OPENCLAW_STATE_DIR", ""},
                                                  {"claude-code", "CLAUDE_CONFIG_DIR", "/projects"},
                                                  {"codex", "CODEX_HOME", "/sessions"}}};

}  // namespace

std::string home_folder() { return variable({"HOME"}); }

std::string expand_home(const std::string& path) {
  const char* home = std::getenv("HOME");
  if (home == nullptr || path.empty() || path[0] != '~') return path;
  if (path.size() > 1 && path[1] != '/') return path;
  return home + path.substr(1);
}

std::string current_folder() {
  std::error_code ignored;
  return std::filesystem::current_path(ignored).string();
}

std::string default_source_of(const ImportFormat& format) {
  for (const Elsewhere& one : kElsewhere) {
    if (one.format != format.name) continue;
    const std::string folder = variable({one.variable});
    if (!folder.empty()) return folder + std::string(one.below);
  }
  return format.default_source;
}

hosts::HostPlaces host_places() {
  const auto folder = [](const char* name) { return expand_home(variable({name})); };
  return {.project = current_folder(),
          .home = expand_home("~"),
          .claude = folder("CLAUDE_CONFIG_DIR"),
          .codex = folder("CODEX_HOME"),
          .openclaw = folder("OPENCLAW_STATE_DIR")};
}

EngineAccess engine_access() {
  EngineAccess access;
  access.key = variable({"OPENAI_API_KEY"});
  access.base_url = variable({"OPENAI_BASE_URL"});
  access.proxy = variable({"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"});
  access.proxy_except = variable({"no_proxy", "NO_PROXY"});
  access.find_local_servers = &find_local_servers;
  access.trusted = trusted_file();
  return access;
}

std::string timezone_of_machine(FileSystem& files) {
  if (const char* tz = std::getenv("TZ"); tz != nullptr) {
    std::string name = tz[0] == ':' ? tz + 1 : tz;
    if (name.starts_with('/')) name = zone_in_path(name);
    if (name.empty()) return *tz == '\0' || tz == std::string_view(":") ? "UTC" : "";
    name = as_people_write(std::move(name));
    return find_zone(files, name) ? name : "";
  }
  const Result<std::string> localtime = files.real_path("/etc/localtime");
  std::string name = localtime ? zone_in_path(*localtime) : "";
  if (name.empty()) name = trim(files.read("/etc/timezone").value_or(""));
  if (name.empty() && !files.stat("/etc/localtime")) return "UTC";
  return find_zone(files, name) ? name : "";
}

std::string program_path() {
  std::error_code failed;
  const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", failed);
  return failed ? "pyramid" : path.string();
}

std::string machine_name() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return {};
  const std::string whole = name.data();
  return whole.substr(0, whole.find('.'));
}

}  // namespace pyramid::process
