// `setup`: the lines in an agent's configuration that name this memory.
#include "base/path.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/values.hpp"
#include "hosts/host_setup.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::cli {

namespace {

struct SetupArguments {
  std::string host;
  bool of_user = false, tasks = false, only_print = false, remove = false;
};

// The lines that differ, between those that both have at beginning and end.
std::string changed_lines(const hosts::HostChange& file) {
  const std::vector<std::string_view> before = split_lines(file.before);
  const std::vector<std::string_view> after = split_lines(file.after);
  const std::size_t least = std::min(before.size(), after.size());
  std::size_t front = 0, back = 0;
  while (front < least && before[front] == after[front]) ++front;
  while (back < least - front && before[before.size() - 1 - back] == after[after.size() - 1 - back])
    ++back;
  std::string lines;
  for (std::size_t i = front; i + back < before.size(); ++i) {
    lines += "- " + printable(before[i]) + "\n";
  }
  for (std::size_t i = front; i + back < after.size(); ++i) {
    lines += "+ " + printable(after[i]) + "\n";
  }
  return lines;
}

const char* state_of(const hosts::HostChange& file) {
  if (file.before == file.after) return "unchanged";
  if (file.after.empty()) return "removed";
  return file.before.empty() ? "new" : "changed";
}

void print_files(const std::vector<hosts::HostChange>& all, bool only_print) {
  for (const hosts::HostChange& file : all) {
    print(fmt::format("{:<9}  {}\n", state_of(file), printable(file.path)));
    if (only_print) print(changed_lines(file));
  }
}

operations::SetupReport report_of(const std::string& host,
                                  const std::vector<hosts::HostChange>& all) {
  operations::SetupReport report{host, {}};
  for (const hosts::HostChange& file : all)
    report.files.push_back({file.path, state_of(file), file.after});
  return report;
}

// Where the lines lead; nothing to take them out.
Result<std::optional<hosts::HostOurs>> ours_of(Context& context, const SetupArguments& arguments) {
  if (arguments.remove) return std::optional<hosts::HostOurs>();
  PYRAMID_ASSIGN(const WorkspaceOptions workspace, context.workspace());
  const Environment environment = context.environment();
  PYRAMID_ASSIGN(const std::string root, environment.files.real_path(workspace.root));
  if (!environment.files.stat(path::join(root, "pyramid.yaml"))) {
    return fail(ErrorKind::kNotWorkspace, "this is not a workspace", root,
                "name one with -w, or make it with pyramid init");
  }
  return std::optional(hosts::HostOurs{environment.program, root, arguments.tasks});
}

int run_setup(Context& context, const SetupArguments& arguments) {
  const Result<hosts::Host> host = hosts::find_host(arguments.host);
  if (!host) return context.report(host.error());
  const auto ours = ours_of(context, arguments);
  if (!ours) return context.report(ours.error());
  FileSystem& files = context.environment().files;
  const Result<std::vector<hosts::HostChange>> all =
      hosts::plan_host_files(files, *host, process::host_places(), arguments.of_user, *ours);
  if (!all) return context.report(all.error());
  for (const hosts::HostChange& file : *all) {
    if (arguments.only_print) break;
    const Status written = hosts::write_host_file(files, file);
    if (!written) return context.report(written.error());
  }
  if (context.json()) {
    context.print_json(to_json(report_of(host->name, *all)));
  } else if (!context.quiet()) {
    print_files(*all, arguments.only_print);
    if (arguments.only_print) {
      print("Nothing was changed.\n");
    } else if (!arguments.remove) {
      print(fmt::format("Start {} again{}. Next: pyramid doctor --host {}\n", host->title,
                        host->asks_for_trust ? " and trust the hooks there" : "", host->name));
    }
  }
  return kExitOk;
}

}  // namespace

void add_setup(CLI::App& app, Command& chosen) {
  CLI::App* command =
      app.add_subcommand("setup", "Tell an agent's program of this memory, in its configuration");
  auto arguments = std::make_shared<SetupArguments>();
  command->add_option("host", arguments->host, "claude-code, codex, gemini, cursor or openclaw")
      ->type_name("HOST")
      ->check(known(hosts::names_of_hosts()))
      ->required();
  command->add_flag("--user", arguments->of_user,
                    "For all your projects; without it, for the current folder alone");
  command->add_flag("--tasks", arguments->tasks,
                    "With the tools on tasks (memory_task_add …); without it, without them");
  command->add_flag("--print", arguments->only_print, "Show what it would write, change nothing");
  command->add_flag("--remove", arguments->remove, "Take our lines out again");
  command->footer(
      "Writes one entry, called pyramid, and leaves everything else in the file as it is; a file "
      "that it\n"
      "cannot read is left alone. OpenClaw has one configuration, for all projects.\n\n"
      "Examples:\n"
      "  pyramid setup claude-code -w ~/memory\n"
      "  pyramid setup codex -w ~/memory --user --tasks --print\n"
      "  pyramid setup cursor --remove");
  command->callback([arguments, &chosen] {
    chosen = [arguments](Context& context) { return run_setup(context, *arguments); };
  });
}

}  // namespace pyramid::cli
