#include "cli/context.hpp"

#include "base/moment.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "cli/local_servers.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <map>
#include <string>

namespace pyramid::cli {

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

Error no_time(const std::string& option, const std::string& given) {
  return {ErrorKind::kUsage,
          option + " is no time: " + given,
          {},
          {},
          "write it as 2026-05-15 or 2026-05-15T09:30:00Z"};
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

// The machine's zone as the IANA names it: of $TZ, else of /etc/localtime, else of /etc/timezone;
// UTC, as the C library has it, where there is nothing. "" where $TZ holds a rule and no name.
std::string timezone_of_machine(FileSystem& files) {
  if (const char* tz = std::getenv("TZ"); tz != nullptr) {
    std::string name = tz[0] == ':' ? tz + 1 : tz;
    if (name.starts_with('/')) name = zone_in_path(name);
    if (name.empty()) return *tz == '\0' || tz == std::string_view(":") ? "UTC" : "";
    return find_zone(files, name) ? name : "";
  }
  const Result<std::string> localtime = files.real_path("/etc/localtime");
  std::string name = localtime ? zone_in_path(*localtime) : "";
  if (name.empty()) name = trim(files.read("/etc/timezone").value_or(""));
  if (name.empty() && !files.stat("/etc/localtime")) return "UTC";
  return find_zone(files, name) ? name : "";
}

// Where this program lies, for what git runs later.
std::string program_path() {
  std::error_code failed;
  const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", failed);
  return failed ? "pyramid" : path.string();
}

// "laptop" of "laptop.example.org"; "" where the machine has no name.
std::string machine_name() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return {};
  const std::string whole = name.data();
  return whole.substr(0, whole.find('.'));
}

}  // namespace

std::string read_input() {
  return {std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
}

std::string text_of(const std::vector<std::string>& words) {
  const bool is_input = words.size() == 1 && words.front() == "-";
  return is_input ? std::string(trim(read_input())) : join(words, " ");
}

Context::Context(const GlobalOptions& options)
    : options_(options),
      terminal_(inspect_terminal(options.no_colour)),
      files_(make_real_file_system()),
      clock_(std::make_unique<SystemClock>()),
      progress_(terminal_, options.quiet) {}

Status Context::prepare() {
  watch_interrupts();
  if (options_.now.empty()) return {};
  const std::optional<WrittenTime> written = parse_written_time(options_.now);
  if (!written) return fail(no_time("--now", options_.now));
  if (written->offset && !written->is_z) run_zone_ = Zone::fixed(*written->offset);
  clock_ = std::make_unique<FixedClock>(written->in(written->offset ? Zone() : zone()));
  return {};
}

Environment Context::environment() {
  return Environment{*files_,        *clock_,        progress_,          engine_access(),
                     program_path(), machine_name(), variable({"HOME"}), run_zone_};
}

std::string Context::machine_timezone() { return timezone_of_machine(*files_); }

const Zone& Context::zone() {
  if (std::exchange(zone_known_, true)) return terminal_.zone;
  const Result<WorkspaceOptions> workspace = find_workspace_asked();
  if (run_zone_) {
    terminal_.zone = *run_zone_;
  } else if (workspace && files_->stat(path::join(workspace->root, "pyramid.yaml"))) {
    terminal_.zone = zone_of(environment(), *workspace);
  } else {
    terminal_.zone = find_zone(*files_, timezone_of_machine(*files_)).value_or(Zone());
  }
  return terminal_.zone;
}

Result<WorkspaceOptions> Context::workspace() {
  Result<WorkspaceOptions> workspace = find_workspace_asked();
  if (workspace) static_cast<void>(zone());
  return workspace;
}

Result<WorkspaceOptions> Context::find_workspace_asked() {
  WorkspaceOptions workspace;
  workspace.database = options_.database;
  const char* from_environment = std::getenv("PYRAMID_WORKSPACE");
  if (!options_.workspace.empty()) {
    workspace.root = path::normalize(options_.workspace);
  } else if (from_environment != nullptr && *from_environment != '\0') {
    workspace.root = path::normalize(from_environment);
  } else {
    std::error_code error;
    const std::filesystem::path here = std::filesystem::current_path(error);
    if (error) {
      return fail(ErrorKind::kIo, "cannot tell the current folder", {},
                  "name the workspace with -w", error.message());
    }
    PYRAMID_ASSIGN(workspace.root, find_workspace(*files_, here.string()));
  }
  return workspace;
}

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

int Context::report(const Error& error) {
  if (json()) {
    Json document;
    document["error"] = {{"kind", name_of(error.kind)},
                         {"what", error.what},
                         {"where", error.where},
                         {"cause", error.cause},
                         {"hint", error.hint}};
    print_json(document);
  } else {
    print_error(fmt::format("pyramid: {}\n", to_string(error)));
  }
  return exit_code_of(error.kind);
}

namespace {

// Of as many that say the same all are told.
constexpr std::size_t kToldOfAKind = 10;

// What diagnostics of different files have in common.
const std::string& kind_of(const Diagnostic& diagnostic) { return diagnostic.what; }

}  // namespace

int Context::report(const Diagnostics& diagnostics, bool all) {
  int code = kExitOk;
  std::map<std::string, std::size_t> counts, told;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity == Severity::kError) code = kExitProblems;
    ++counts[kind_of(diagnostic)];
  }
  if (json()) return code;
  for (const Diagnostic& diagnostic : diagnostics) {
    const char* severity = diagnostic.severity == Severity::kError ? "error" : "warning";
    const std::size_t count = counts[kind_of(diagnostic)];
    const std::size_t number = ++told[kind_of(diagnostic)];
    if (all || count <= kToldOfAKind + 1 || number <= kToldOfAKind) {
      print_error(fmt::format("{}: {}\n", severity, to_string(diagnostic)));
    } else if (number == count) {
      print_error(fmt::format("{}: {} more: {} (--json names each)\n", severity,
                              with_commas(count - kToldOfAKind), printable(diagnostic.what)));
    }
  }
  return code;
}

void Context::print_json(Json document) {
  // Whoever reads one need not know of which command it is.
  if (!document.contains("diagnostics")) document["diagnostics"] = Json::array();
  // Bytes that are no UTF-8 (file names) come out replaced: the document must be one.
  print_bytes(document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace pyramid::cli
