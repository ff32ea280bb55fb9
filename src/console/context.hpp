// What the front ends for people have at hand: global options, the world, and how to answer.
#pragma once

#include "console/terminal.hpp"
#include "operations/documents.hpp"
#include "process/exit_code.hpp"
#include "process/surroundings.hpp"
#include "pyramid/pyramid.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pyramid::console {

using Json = nlohmann::ordered_json;  // its keys stay as they are written
using process::current_folder;
using process::exit_code_of;
using process::expand_home;
using enum process::ExitCode;

struct GlobalOptions {
  std::string workspace;  // -w
  std::string database;   // --db
  std::string now;
  bool json = false;
  bool quiet = false;
  bool no_colour = false;
};

// Standard input, whole.
std::string read_input();
// The words of a command line as one text; of a single `-`, standard input without the white space
// around it.
std::string text_of(const std::vector<std::string>& words);

// Made after parsing; the commands run on it.
class Context {
 public:
  explicit Context(const GlobalOptions& options);

  // kUsage when --now is no time. Call before anything else. An offset in --now makes the zone of
  // the run; without one its clock is the workspace's.
  Status prepare();

  [[nodiscard]] Environment environment();
  // -w, else $PYRAMID_WORKSPACE, else the workspace that encloses the current folder.
  [[nodiscard]] Result<WorkspaceOptions> workspace();
  // By whose days the person is told times, and means them: those of --now's offset, else of the
  // workspace, else of the machine.
  [[nodiscard]] const Zone& zone();
  // The machine's, as the IANA names it; "" = not known.
  [[nodiscard]] std::string machine_timezone();
  [[nodiscard]] const GlobalOptions& options() const { return options_; }
  // -w as it was given, or "".
  [[nodiscard]] const std::string& workspace_option() const { return options_.workspace; }

  [[nodiscard]] bool json() const { return options_.json; }
  [[nodiscard]] bool quiet() const { return options_.quiet; }
  [[nodiscard]] const Terminal& terminal() const { return terminal_; }

  // Prints an error (as JSON on stdout with --json) and gives its exit code.
  int report(const Error& error);
  // Prints diagnostics on stderr, of many that say the same of other files the first ones and a
  // count, unless `all`; kExitProblems if one is an error.
  int report(const Diagnostics& diagnostics, bool all = false);
  // The one JSON document of a command.
  void print_json(Json document);

 private:
  [[nodiscard]] Result<WorkspaceOptions> find_workspace_asked();

  GlobalOptions options_;
  Terminal terminal_;
  std::optional<Zone> run_zone_;
  bool zone_known_ = false;
  std::unique_ptr<FileSystem> files_;
  std::unique_ptr<Clock> clock_;
  TerminalProgress progress_;
};

using operations::to_json;

}  // namespace pyramid::console
