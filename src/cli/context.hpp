// What every command has at hand: global options, the world, and how to answer.
#pragma once

#include "cli/terminal.hpp"
#include "operations/documents.hpp"
#include "process/exit_code.hpp"
#include "pyramid/pyramid.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace pyramid::cli {

using Json = nlohmann::ordered_json;  // its keys stay as they are written
using process::exit_code_of;
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

// Runs a whole command line, without the program's name, as the shell would. Gives its exit code.
int run_command(const std::vector<std::string>& arguments);

// A command runs on the context and gives the exit code.
using Command = std::function<int(Context&)>;

// Each adds one subcommand to the parser and puts what it runs into `chosen` when picked.
void add_init(CLI::App& app, Command& chosen);
void add_import(CLI::App& app, Command& chosen);
void add_sync(CLI::App& app, Command& chosen);
void add_search(CLI::App& app, Command& chosen);
void add_status(CLI::App& app, Command& chosen);
void add_check(CLI::App& app, Command& chosen);
void add_doctor(CLI::App& app, Command& chosen);
void add_facts(CLI::App& app, Command& chosen);
void add_promote(CLI::App& app, Command& chosen);
void add_archive(CLI::App& app, Command& chosen);
void add_costs(CLI::App& app, Command& chosen);
void add_ledger(CLI::App& app, Command& chosen);
void add_why(CLI::App& app, Command& chosen);
void add_history(CLI::App& app, Command& chosen);
void add_diff(CLI::App& app, Command& chosen);
void add_show(CLI::App& app, Command& chosen);
void add_bisect(CLI::App& app, Command& chosen);
void add_blame(CLI::App& app, Command& chosen);
void add_forget(CLI::App& app, Command& chosen);
void add_revert(CLI::App& app, Command& chosen);
void add_internal(CLI::App& app, Command& chosen);
void add_summarize(CLI::App& app, Command& chosen);
void add_embed(CLI::App& app, Command& chosen);
void add_observe(CLI::App& app, Command& chosen);
void add_list(CLI::App& app, Command& chosen);
void add_summaries(CLI::App& app, Command& chosen);
void add_models(CLI::App& app, Command& chosen);
void add_export(CLI::App& app, Command& chosen);
void add_retrieve(CLI::App& app, Command& chosen);
void add_model(CLI::App& app, Command& chosen);
void add_task_commands(CLI::App& app, Command& chosen);
void add_bootstrap(CLI::App& app, Command& chosen);
void add_eval(CLI::App& app, Command& chosen);
void add_recall(CLI::App& app, Command& chosen);
void add_read(CLI::App& app, Command& chosen);
void add_remember(CLI::App& app, Command& chosen);
void add_merge_driver(CLI::App& app, Command& chosen);
void add_log(CLI::App& app, Command& chosen);
void add_mcp(CLI::App& app, Command& chosen);
void add_capture(CLI::App& app, Command& chosen);
void add_memory_tool(CLI::App& app, Command& chosen);
void add_serve(CLI::App& app, Command& chosen);
void add_chat(CLI::App& app, Command& chosen);
void add_hook(CLI::App& app, Command& chosen);
void add_setup(CLI::App& app, Command& chosen);
void add_watch(CLI::App& app, Command& chosen);
void add_trust(CLI::App& app, Command& chosen);
void add_help(CLI::App& app, Command& chosen);
void add_version(CLI::App& app, Command& chosen);

// `~` and `~/x` with the person's home folder.
std::string expand_home(const std::string& path);
std::string current_folder();

using operations::to_json;

}  // namespace pyramid::cli
