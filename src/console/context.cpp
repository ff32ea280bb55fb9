#include "console/context.hpp"

#include "base/moment.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "process/surroundings.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <map>
#include <string>

namespace pyramid::console {

namespace {

Error no_time(const std::string& option, const std::string& given) {
  return {ErrorKind::kUsage,
          option + " is not a time: " + given,
          {},
          {},
          "write it as 2026-05-15 or 2026-05-15T09:30:00Z"};
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
  return Environment{*files_,
                     *clock_,
                     progress_,
                     process::engine_access(),
                     process::program_path(),
                     process::machine_name(),
                     process::home_folder(),
                     run_zone_};
}

std::string Context::machine_timezone() { return process::timezone_of_machine(*files_); }

const Zone& Context::zone() {
  if (std::exchange(zone_known_, true)) return terminal_.zone;
  const Result<WorkspaceOptions> workspace = find_workspace_asked();
  if (run_zone_) {
    terminal_.zone = *run_zone_;
  } else if (workspace && files_->stat(path::join(workspace->root, "pyramid.yaml"))) {
    terminal_.zone = zone_of(environment(), *workspace);
  } else {
    terminal_.zone = find_zone(*files_, process::timezone_of_machine(*files_)).value_or(Zone());
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

int Context::report(const Error& error) {
  if (json()) {
    print_json(to_json(error));
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

}  // namespace pyramid::console
