// `memory-tool`: a command of Anthropic's memory tool, on the workspace.
#include "cli/commands.hpp"
#include "hosts/memory_tool.hpp"
#include "protocol/json_rpc.hpp"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>

namespace pyramid::cli {

namespace {

int run_memory_tool(Context& context, std::string command) {
  const Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  if (command.empty() || command == "-") command = read_input();
  const Result<Json> given = protocol::parse_message(command);
  if (!given) {
    return context.report(Error{ErrorKind::kInvalid,
                                "the command is not JSON",
                                {},
                                {},
                                R"(give {"command": "view", "path": "/memories"})"});
  }
  const Environment environment = context.environment();
  const hosts::ToolAnswer answer =
      hosts::run_memory_tool(environment.files, workspace->root, environment.progress, *given);
  if (context.json()) {
    context.print_json(to_json(operations::MemoryToolReport{answer.text, answer.is_error}));
  } else {
    print_bytes(answer.text);
  }
  return answer.is_error ? kExitProblems : kExitOk;
}

}  // namespace

void add_memory_tool(CLI::App& app, Command& chosen) {
  CLI::App* command =
      app.add_subcommand("memory-tool", "A command of Anthropic's memory tool (memory_20250818)");
  auto given = std::make_shared<std::string>();
  command->add_option("command", *given, "Its input, a JSON object; else standard input")
      ->type_name("JSON");
  command->footer(
      "Prints the text of the tool's result, with the workspace as /memories; exits with 1 where\n"
      "that is an error. What Pyramid writes itself cannot be changed by it.\n\n"
      "Examples:\n"
      "  pyramid memory-tool '{\"command\": \"view\", \"path\": \"/memories\"}'");
  command->callback([given, &chosen] {
    chosen = [given](Context& context) { return run_memory_tool(context, *given); };
  });
}

}  // namespace pyramid::cli
