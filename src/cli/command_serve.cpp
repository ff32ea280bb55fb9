// `serve`: the memory over HTTP. This program becomes `pyramid-serve`, which lies beside it.
#include "base/path.hpp"
#include "cli/commands.hpp"
#include "hosts/compat.hpp"

#include <CLI/CLI.hpp>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

namespace pyramid::cli {

namespace {

int run_serve_program(Context& context, const std::string& http, const std::string& compat,
                      bool tasks) {
  const Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  const std::string folder(path::directory(context.environment().program));
  const std::string program = path::join(folder, "pyramid-serve");
  std::vector<std::string> words = {program, "--http", http, "-w", workspace->root};
  if (!workspace->database.empty()) words.insert(words.end(), {"--db", workspace->database});
  if (!compat.empty()) words.insert(words.end(), {"--compat", compat});
  if (tasks) words.emplace_back("--tasks");
  if (context.json()) words.emplace_back("--json");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execv(program.c_str(), arguments.data());
  return context.report(
      Error{ErrorKind::kNotFound, "pyramid-serve is not beside this program", program,
            std::generic_category().message(errno),
            "`./install` puts both into one folder; Debian: the package pyramid-memory-serve"});
}

}  // namespace

void add_serve(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("serve", "Serve the memory over HTTP");
  auto http = std::make_shared<std::string>("127.0.0.1:8377");
  command->add_option("--http", *http, "Where; default 127.0.0.1:8377, port 0 takes a free one")
      ->type_name("HOST:PORT");
  auto compat = std::make_shared<std::string>();
  command
      ->add_option("--compat", *compat,
                   std::string("At /mcp what another offers: ") + hosts::kCompatHelp)
      ->type_name("NAME")
      ->check(CLI::IsMember(hosts::compat_names()));
  auto tasks = std::make_shared<bool>(false);
  command->add_flag("--tasks", *tasks, "At /mcp also the tools on tasks (memory_task_add …)")
      ->excludes("--compat");
  command->footer(
      "The Model Context Protocol at /mcp; POST /search, /recall, /extract and /observe; GET "
      "/health\n"
      "and /openapi.json. Runs until Ctrl-C. Where PYRAMID_TOKEN is set every request must bear "
      "it;\n"
      "off this machine nothing is served without.\n\n"
      "Examples:\n"
      "  pyramid serve -w ~/memory\n"
      "  PYRAMID_TOKEN=… pyramid serve --http 0.0.0.0:8377");
  command->callback([http, compat, tasks, &chosen] {
    chosen = [http, compat, tasks](Context& context) {
      return run_serve_program(context, *http, *compat, *tasks);
    };
  });
}

}  // namespace pyramid::cli
