// The command line: parses, chooses a command, runs it. No logic of memory lives here.
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/values.hpp"
#include "pyramid/version.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <exception>
#include <iterator>
#include <new>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace pyramid::cli {

namespace {

void add_global_options(CLI::App& app, GlobalOptions& options) {
  app.add_option("-w,--workspace", options.workspace,
                 "The workspace; default: $PYRAMID_WORKSPACE, else the one that encloses the "
                 "current folder")
      ->type_name("DIR");
  app.add_option("--db", options.database, "Keep the index in this file; default .pyramid/index.db")
      ->type_name("FILE");
  app.add_option("--now", options.now, "Take this as the current time (2026-05-15T09:30:00Z)")
      ->type_name("TIME")
      ->check(not_empty());
  app.add_flag("--json", options.json, "Print one JSON document");
  app.add_flag("-q,--quiet", options.quiet, "No progress, no report");
  app.add_flag("--no-color", options.no_colour, "No colours (NO_COLOR works too)");
}

struct NamedCommand {
  std::string_view name;
  void (*add)(CLI::App&, Command&);
};
constexpr auto kCommands = std::to_array<NamedCommand>({
    {"init", add_init},
    {"bootstrap", add_bootstrap},
    {"import", add_import},
    {"observe", add_observe},
    {"remember", add_remember},
    {"log", add_log},
    {"sync", add_sync},
    {"search", add_search},
    {"recall", add_recall},
    {"read", add_read},
    {"why", add_why},
    {"list", add_list},
    {"models", add_models},
    {"model", add_model},
    {"summaries", add_summaries},
    {"tree", add_tree},
    {"topic", add_topic_commands},
    {"retrieve", add_retrieve},
    {"summarize", add_summarize},
    {"embed", add_embed},
    {"export", add_export},
    {"status", add_status},
    {"check", add_check},
    {"doctor", add_doctor},
    {"costs", add_costs},
    {"ledger", add_ledger},
    {"eval", add_eval},
    {"trust", add_trust},
    {"watch", add_watch},
    {"history", add_history},
    {"diff", add_diff},
    {"show", add_show},
    {"blame", add_blame},
    {"revert", add_revert},
    {"bisect", add_bisect},
    {"forget", add_forget},
    {"chat", add_chat},
    {"internal", add_internal},
    {"help", add_help},
    {"version", add_version},
    {"mcp", add_mcp},
    {"capture", add_capture},
    {"task", add_task_commands},
    {"facts", add_facts},
    {"promote", add_promote},
    {"archive", add_archive},
    {"setup", add_setup},
    {"hook", add_hook},
    {"serve", add_serve},
    {"memory-tool", add_memory_tool},
    {"merge-driver", add_merge_driver},
});

// The first argument that is no option of the whole program and none's value; "" where there is
// none.
std::string_view command_word(const CLI::App& app, const std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].starts_with('-')) return arguments[i];
    const CLI::Option* option = app.get_option_no_throw(arguments[i]);
    if (option != nullptr && option->get_items_expected_max() > 0) ++i;
  }
  return {};
}

// The command that was named, else all: the options of all take longer to make than most commands
// take to run.
void add_commands(CLI::App& app, Command& chosen, const std::vector<std::string>& arguments) {
  const std::string_view word = command_word(app, arguments);
  const auto named = std::find_if(kCommands.begin(), kCommands.end(),
                                  [&](const NamedCommand& one) { return one.name == word; });
  if (named != kCommands.end() && word != "help") {
    named->add(app, chosen);
  } else {
    for (const NamedCommand& one : kCommands) one.add(app, chosen);
  }
}

// Every subcommand and option that may follow, for near misses: those of the command that was
// named, or of all where none was.
void collect_names(const CLI::App& app, std::set<std::string>& names) {
  const std::vector<CLI::App*> named = app.get_subcommands();
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (named.empty()) names.insert(command->get_name());
    const bool meant = std::find(named.begin(), named.end(), command) != named.end();
    if (named.empty() || meant) collect_names(*command, names);
  }
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.insert("--" + name);
  }
}

// CLI11 takes an argument in brackets for a list, and takes it apart at its commas; one that ends
// with a NUL, which no argument of a person's can hold, it leaves alone.
std::string shielded(std::string argument) {
  if (argument.starts_with('[') && argument.ends_with(']')) argument += '\0';
  return argument;
}
std::string unshielded(std::string argument) {
  if (argument.ends_with('\0')) argument.pop_back();
  return argument;
}

// The first argument that no command or option takes.
std::optional<std::string> first_unknown(const CLI::App& app) {
  const std::vector<std::string> left = app.remaining(true);
  const auto first =
      std::find_if(left.begin(), left.end(), [](const std::string& one) { return one != "--"; });
  if (first == left.end()) return std::nullopt;
  return *first;
}

// "pyramid observe --help" where a command was named.
std::string help_on(const CLI::App& app) {
  std::string command = "pyramid";
  std::vector<CLI::App*> named = app.get_subcommands();
  while (!named.empty()) {
    const CLI::App* inner = named.front();
    command += " " + inner->get_name();
    named = inner->get_subcommands();
  }
  return command + " --help";
}

int report_usage(Context& context, const CLI::App& app, const CLI::ParseError& error) {
  Error usage;
  usage.kind = ErrorKind::kUsage;
  usage.what = error.what();
  usage.hint = "see " + help_on(app);
  if (const std::optional<std::string> unknown = first_unknown(app)) {
    std::set<std::string> names;
    collect_names(app, names);
    const std::vector<std::string> candidates(names.begin(), names.end());
    const std::string word = unshielded(unknown->substr(0, unknown->find('=')));
    usage.what = (word.rfind('-', 0) == 0 ? "no such option: " : "no such command or argument: ") +
                 printable(word);
    if (const auto near = closest(word, candidates)) usage.hint = "did you mean " + *near + "?";
  }
  return context.report(usage);
}

void unshield_options(CLI::App& app) {
  for (CLI::Option* option : app.get_options([](const CLI::Option*) { return true; })) {
    option->transform(unshielded, "", "");
  }
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) {
    unshield_options(*command);
  }
}

}  // namespace

int run_command(const std::vector<std::string>& arguments) {
  // To an agent's host 2 would say that the agent has to stop.
  const bool is_hook = !arguments.empty() && arguments.front() == "hook";
  CLI::App app{"Long-term memory for an AI agent, kept as a folder of markdown files."};
  app.name("pyramid");
  app.set_version_flag("--version", "pyramid " PYRAMID_VERSION);
  GlobalOptions options;
  add_global_options(app, options);
  app.fallthrough();
  app.require_subcommand(1);
  Command chosen;
  add_commands(app, chosen, arguments);
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    command->fallthrough();
  }
  unshield_options(app);
  app.footer(
      "Examples:\n"
      "  pyramid init ~/memory\n"
      "  pyramid import -w ~/memory --openclaw\n"
      "  pyramid sync -w ~/memory\n"
      "  pyramid search -w ~/memory \"when did I move\"\n\n"
      "Exit codes: 0 done, 1 done with problems, 2 usage, 3 not found, 4 engine, 5 locked,\n"
      "6 invalid input, 7 input/output, 70 a bug of ours, 130 interrupted.\n\n"
      "The pages docs/… are installed, too, in share/doc/pyramid-memory.");
  try {
    std::vector<std::string> shielded_ones;  // the last one first, as CLI11 wants them
    std::transform(arguments.rbegin(), arguments.rend(), std::back_inserter(shielded_ones),
                   shielded);
    app.parse(std::move(shielded_ones));
  } catch (const CLI::Success& asked) {  // --help, --version
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    Context context(options);
    const int code = report_usage(context, app, error);
    return is_hook ? kExitProblems : code;
  }
  Context context(options);
  const Status ready = context.prepare();
  if (!ready) {
    const int code = context.report(ready.error());
    return is_hook ? kExitProblems : code;
  }
  return chosen(context);
}

namespace {

// Wherever an allocation fails, in whichever thread. What a kill leaves at that moment is whole, so
// there is nothing to be unwound, which would want memory.
[[noreturn]] void end_without_memory() {
  constexpr std::string_view kSaid =
      "pyramid: out of memory; no file is half written, run it again where there is more\n";
  static_cast<void>(!::write(STDERR_FILENO, kSaid.data(), kSaid.size()));
  ::_exit(kExitIo);
}

// What is freed goes back to the system. Else the C library keeps it apart for each thread, and
// raises the bound above which blocks are given back: 12 of 307 MB of a forget among 100,000 facts.
void give_freed_memory_back() {
  constexpr int kGivenBack = 128 * 1024;  // bytes; the C library's own bound at the start
  ::mallopt(M_ARENA_MAX, 1);
  ::mallopt(M_MMAP_THRESHOLD, kGivenBack);
}

}  // namespace

}  // namespace pyramid::cli

int main(int argc, char** argv) {
  std::set_new_handler(pyramid::cli::end_without_memory);
  pyramid::cli::give_freed_memory_back();
  // A file that may not grow (ulimit -f) is an error of that write, as a full disk is.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return pyramid::cli::run_command({argv + std::min(argc, 1), argv + argc});
  } catch (const std::system_error& error) {  // no further thread, mostly
    pyramid::cli::print_error(
        fmt::format("pyramid: the system refused ({}); run it again\n", error.what()));
    return pyramid::cli::kExitIo;
  } catch (const std::exception& error) {  // a bug: said, not a core dump
    pyramid::cli::print_error(fmt::format("pyramid: internal error: {}\n", error.what()));
    return pyramid::cli::kExitInternal;
  }
}
