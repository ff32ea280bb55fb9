// `read`, `remember` and `log`: an agent's way to single files.
#include "base/text.hpp"
#include "cli/context.hpp"
#include "cli/values.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace pyramid::cli {

namespace {

int run_read(Context& context, ReadOptions options) {
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  options.workspace = std::move(*workspace);
  const Result<ReadReport> report = read_memory(context.environment(), options);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
  } else {
    print_memory(context.terminal(), report->text);
    if (report->last_line < report->first_line) {
      print_error(
          fmt::format("{} has {}\n", printable(report->path), count_of(report->all_lines, "line")));
    }
  }
  return kExitOk;
}

struct FilesArguments {
  RememberOptions options;
  std::vector<std::string> words;
};

using Write = Result<RememberReport> (*)(const Environment&, const RememberOptions&);

int run_write(Context& context, const FilesArguments& arguments, Write write) {
  RememberOptions options = arguments.options;
  options.text = text_of(arguments.words);
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  options.workspace = std::move(*workspace);
  const Result<RememberReport> report = write(context.environment(), options);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
  } else if (!context.quiet()) {
    print(fmt::format("{}:{}\n", printable(report->path), report->first_line));
    if (!report->commit.empty()) print(fmt::format("Committed as {:.8}.\n", report->commit));
  }
  return context.report(report->diagnostics);
}

}  // namespace

void add_read(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("read", "Print a file of the memory, or lines of it");
  auto options = std::make_shared<ReadOptions>();
  command->add_option("PATH", options->path, "The file, or a citation such as MEMORY.md#L3-L9")
      ->required();
  command->add_option("--from", options->from, "The first line")
      ->type_name("L")
      ->check(whole_number(0, kMostItems))  // 0: no line, as one behind the end
      ->capture_default_str();
  command->add_option("--lines", options->lines, "Lines at most")
      ->type_name("N")
      ->check(whole_number(1, kMostItems));
  command->footer(
      "Only memory files inside the workspace; paths count from its root.\n\n"
      "Examples:\n"
      "  pyramid read MEMORY.md --from 40 --lines 20\n"
      "  pyramid read models/kestrel.md#L12-L15");
  command->callback([options, &chosen] {
    chosen = [options](Context& context) { return run_read(context, *options); };
  });
}

void add_remember(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("remember", "Add an entry to the Notes of MEMORY.md");
  auto arguments = std::make_shared<FilesArguments>();
  command
      ->add_option("TEXT", arguments->words, "What to write down, in markdown; `-`: standard input")
      ->required();
  command->footer(
      "It stands there with the time in front, as it is said, and nothing rewrites it; `observe`\n"
      "makes a fact that goes into summaries and models. Commits.\n\n"
      "Examples:\n"
      "  pyramid remember \"Answers in German, please.\"");
  command->callback([arguments, &chosen] {
    chosen = [arguments](Context& context) { return run_write(context, *arguments, &remember); };
  });
}

void add_log(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("log", "Add an entry to today's log under daily/");
  auto arguments = std::make_shared<FilesArguments>();
  command
      ->add_option("TEXT", arguments->words, "What to write down, in markdown; `-`: standard input")
      ->required();
  command->add_option("--channel", arguments->options.channel, "Where it was said")
      ->type_name("NAME");
  command->footer(
      "daily/YYYY-MM-DD.md, with the time (UTC) and the channel as heading. Commits.\n\n"
      "Examples:\n"
      "  pyramid log \"Rebooted the sensor gateway.\"\n"
      "  pyramid log --channel telegram \"Tomas asked for the parts list.\"");
  command->callback([arguments, &chosen] {
    chosen = [arguments](Context& context) { return run_write(context, *arguments, &log_text); };
  });
}

}  // namespace pyramid::cli
