// `mcp`: the memory for agents, over standard input and output; and `capture`.
#include "base/text.hpp"
#include "cli/operation_command.hpp"
#include "console/standard_channel.hpp"
#include "hosts/compat.hpp"
#include "operations/agent_offer.hpp"
#include "protocol/server.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>

namespace pyramid::cli {

namespace {

int run_mcp(Context& context, const std::string& compat, operations::Tools tools) {
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  std::signal(SIGPIPE, SIG_IGN);  // a client that vanished is an error of the write
  const Environment environment = context.environment();
  console::StandardChannel channel(environment.progress);
  if (compat.empty()) {
    protocol::serve(operations::AgentOffer(environment, std::move(*workspace), tools), channel);
  } else {
    // One call after the other, as those others answer: each may build on the one before.
    protocol::serve(*hosts::compat_offer(compat, environment, *workspace), channel, {.workers = 1});
  }
  return kExitOk;
}

struct QueueArguments {
  bool queued = false, waits = false;
  FailedTranscripts failed = FailedTranscripts::kStay;
};

// Who waits tries again as long as another command holds the memory.
Result<QueueReport> worked_off(Context& context, const WorkspaceOptions& workspace,
                               const QueueArguments& arguments) {
  constexpr auto kLongestWait = std::chrono::minutes(10);
  constexpr auto kPause = std::chrono::seconds(1);
  const auto begin = std::chrono::steady_clock::now();
  const Environment environment = context.environment();
  while (true) {
    Result<QueueReport> report = process_queue(environment, workspace, arguments.failed);
    const bool is_held = !report && report.error().kind == ErrorKind::kConflict;
    if (!is_held || !arguments.waits || environment.progress.cancelled() ||
        std::chrono::steady_clock::now() - begin > kLongestWait) {
      return report;
    }
    std::this_thread::sleep_for(kPause);
  }
}

int run_queue(Context& context, const QueueArguments& arguments) {
  const Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  const Result<QueueReport> report = worked_off(context, *workspace, arguments);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
  } else if (!context.quiet() && report->busy_elsewhere) {
    print("Another process works on the queue.\n");
  } else if (!context.quiet()) {
    const std::string dropped =
        report->dropped == 0 ? "" : ", " + with_commas(report->dropped) + " dropped";
    print(fmt::format("{} taken in, {} failed{}{}.\n", count_of(report->taken, "transcript"),
                      with_commas(report->failed), dropped, report->synced ? ", synced" : ""));
  }
  return context.report(report->diagnostics);
}

// The turns, or an object with all that `memory_capture` takes; what options name comes over it.
Result<Json> captured(const Json& typed) {
  PYRAMID_ASSIGN(Json given, protocol::parse_message(read_input()));
  if (given.is_array()) given = Json{{"turns", std::move(given)}};
  if (!given.is_object()) {
    return fail(ErrorKind::kInvalid, "standard input is not a list of turns", {},
                R"(give [{"role": "user", "text": "…"}, …])");
  }
  given.update(typed);
  return given;
}

void print_captured(const CaptureReport& report) {
  if (report.path.empty()) return print("Nothing is kept.\n");
  print(fmt::format("{}: {} added, {}\n", printable(report.path),
                    count_of(report.turns_added, "turn"),
                    count_of(report.observations, "observation")));
}

}  // namespace

void add_mcp(CLI::App& app, Command& chosen) {
  CLI::App* command =
      app.add_subcommand("mcp", "Serve the memory to an agent (Model Context Protocol, stdio)");
  auto compat = std::make_shared<std::string>();
  command
      ->add_option("--compat", *compat,
                   std::string("Offer what another does instead, over the same files: ") +
                       hosts::kCompatHelp)
      ->type_name("NAME")
      ->check(CLI::IsMember(hosts::compat_names()));
  command->footer(
      "Reads requests from standard input and answers on standard output until the input ends.\n"
      "Put it into your agent's list of MCP servers; docs/use-with-any-mcp-client.md has the "
      "lines.\n\n"
      "Examples:\n"
      "  pyramid mcp -w ~/memory\n"
      "  pyramid mcp --compat server-memory -w ~/memory");
  auto tasks = std::make_shared<bool>(false);
  command->add_flag("--tasks", *tasks, "Also the tools on tasks (memory_task_add …)")
      ->excludes("--compat");
  command->callback([compat, tasks, &chosen] {
    const operations::Tools tools =
        *tasks ? operations::Tools::kMemoryAndTasks : operations::Tools::kMemory;
    chosen = [compat, tools](Context& context) { return run_mcp(context, *compat, tools); };
  });
}

void add_capture(CLI::App& app, Command& chosen) {
  auto arguments = std::make_shared<QueueArguments>();
  CLI::App* command =
      add_operation(app, chosen, "capture", &capture,
                    {.print = print_captured,
                     .complete = captured,
                     .instead = [arguments](Context& context) -> std::optional<int> {
                       if (!arguments->queued) return std::nullopt;
                       return run_queue(context, *arguments);
                     }});
  CLI::Option* queued = command->add_flag(
      "--queued", arguments->queued, "Instead: import what the hooks of agents' hosts have queued");
  command
      ->add_flag("--wait", arguments->waits,
                 "With --queued: as long as another command holds the memory, ten minutes at most")
      ->needs(queued);
  const auto add_choice = [&](const char* name, FailedTranscripts choice, const char* help) {
    return command
        ->add_flag_callback(
            name, [arguments, choice] { arguments->failed = choice; }, help)
        ->needs(queued);
  };
  CLI::Option* drop = add_choice("--drop", FailedTranscripts::kDrop,
                                 "With --queued: take what was tried three times out of the line");
  add_choice("--try-again", FailedTranscripts::kTryAgain,
             "With --queued: also what was tried three times")
      ->excludes(drop);
}

}  // namespace pyramid::cli
