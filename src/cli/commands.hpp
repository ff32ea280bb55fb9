// The commands of `pyramid`.
#pragma once

#include "console/context.hpp"

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace pyramid::cli {

using namespace console;

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
void add_tree(CLI::App& app, Command& chosen);
void add_models(CLI::App& app, Command& chosen);
void add_export(CLI::App& app, Command& chosen);
void add_retrieve(CLI::App& app, Command& chosen);
void add_model(CLI::App& app, Command& chosen);
void add_task_commands(CLI::App& app, Command& chosen);
void add_topic_commands(CLI::App& app, Command& chosen);
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

}  // namespace pyramid::cli
