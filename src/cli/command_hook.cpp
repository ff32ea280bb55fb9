// `hook`: what an agent's host calls at the moments of a session. Whatever goes wrong, the agent
// goes on: it is silent then, and exits with 0.
#include "base/path.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/values.hpp"
#include "console/standard_channel.hpp"
#include "hosts/hook.hpp"
#include "hosts/hook_memory.hpp"
#include "hosts/host.hpp"
#include "process/child_process.hpp"

#include <CLI/CLI.hpp>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace pyramid::cli {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t kMostInput = std::size_t{16} << 20;
constexpr milliseconds kPromptPatience{150}, kPatience{4000};

struct HookArguments {
  std::string host, event;
};

// Ends the process, with 0, where its time is over before it answers: no agent waits for it.
class Deadline {
 public:
  explicit Deadline(milliseconds patience) {
    std::thread([answers = answers_, patience] {
      std::this_thread::sleep_for(patience);
      if (!answers->exchange(true)) ::_exit(kExitOk);
    }).detach();
  }
  // It answers now; what is left is one write.
  void end() { static_cast<void>(answers_->exchange(true)); }

 private:
  std::shared_ptr<std::atomic<bool>> answers_ = std::make_shared<std::atomic<bool>>(false);
};

std::string read_hook_bytes() {
  std::string bytes;
  std::vector<char> buffer(std::size_t{1} << 16);
  while (bytes.size() <= kMostInput) {
    const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    bytes.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return bytes;
}

// -w, $PYRAMID_WORKSPACE, or the one around the folder in which the agent works.
Result<WorkspaceOptions> workspace_of_hook(Context& context, const hosts::HookInput& input) {
  Result<WorkspaceOptions> workspace = context.workspace();
  FileSystem& files = context.environment().files;
  if (!workspace && !input.folder.empty()) {
    WorkspaceOptions around;
    PYRAMID_ASSIGN(around.root, find_workspace(files, input.folder));
    workspace = around;
  }
  if (!workspace) return workspace;
  PYRAMID_ASSIGN(workspace->root, files.real_path(workspace->root));
  if (!files.stat(path::join(workspace->root, "pyramid.yaml"))) {
    return fail(ErrorKind::kNotWorkspace, "this is not a workspace", workspace->root);
  }
  return workspace;
}

// Something in line is worked off by a process that nobody waits for.
void begin_work(const Environment& environment, const WorkspaceOptions& workspace) {
  if (!is_queue_waiting(environment, workspace)) return;
  static_cast<void>(process::start_detached(
      {environment.program, "capture", "--queued", "--wait", "--quiet", "-w", workspace.root}));
}

void run_event(Context& context, const std::string& host, const hosts::HookEvent& event) {
  const bool is_prompt = event.moment == hosts::HookMoment::kPrompt;
  const bool is_start = event.moment == hosts::HookMoment::kStart;
  Deadline deadline(is_prompt ? kPromptPatience : kPatience);
  const std::optional<hosts::HookInput> input = hosts::read_hook_input(read_hook_bytes());
  if (!input) return deadline.end();
  const Result<WorkspaceOptions> workspace = workspace_of_hook(context, *input);
  if (!workspace) return deadline.end();
  SilentProgress silent;
  const Environment ours = context.environment();
  const Environment environment{ours.files,   ours.clock,   silent,    ours.engine,
                                ours.program, ours.machine, ours.home, ours.zone};
  if (is_start && !hosts::tells_end(host)) {  // of the session before
    static_cast<void>(enqueue_sync(environment, *workspace));
  }
  std::string said;
  if (is_start || (is_prompt && !trim(input->prompt).empty())) {
    said = hosts::hook_answer(
        host, event, hosts::context_for_hook(environment, *workspace, input->prompt, is_start));
  } else if (!is_prompt) {
    hosts::keep_for_hook(environment, *workspace, host, event, *input);
  }
  deadline.end();
  console::StandardChannel(silent).write(said);
  begin_work(environment, *workspace);
}

int run_hook(Context& context, const HookArguments& arguments) {
  const std::optional<hosts::HookEvent> event = hosts::find_event(arguments.host, arguments.event);
  try {
    if (event) run_event(context, arguments.host, *event);
  } catch (const std::exception&) {  // a bug of ours is none of the agent's
  }
  return kExitOk;
}

}  // namespace

void add_hook(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand(
      "hook", "What an agent's host calls: recall goes in, conversations are kept");
  auto arguments = std::make_shared<HookArguments>();
  std::vector<std::string> with_hooks = hosts::names_of_hosts();
  std::erase_if(with_hooks,
                [](const std::string& one) { return hosts::events_of_host(one).empty(); });
  command->add_option("host", arguments->host, "claude-code, codex, gemini or cursor")
      ->type_name("HOST")
      ->check(known(with_hooks))
      ->required();
  command->add_option("event", arguments->event, "As the host calls it: SessionStart, Stop, …")
      ->type_name("EVENT")
      ->required();
  command->footer(
      "Reads the host's JSON from standard input. Never ends with 2, which would stop the agent;\n"
      "says nothing where there is no memory. `pyramid setup` writes the lines that call it.\n\n"
      "Examples:\n"
      "  pyramid hook claude-code SessionStart -w ~/memory");
  command->callback([arguments, &chosen] {
    chosen = [arguments](Context& context) { return run_hook(context, *arguments); };
  });
}

}  // namespace pyramid::cli
