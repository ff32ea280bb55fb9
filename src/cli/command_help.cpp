// `help` and `version`, which say what `--help` and `--version` do.
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/values.hpp"
#include "manual/completions.hpp"
#include "pyramid/version.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace pyramid::cli {

namespace {

// The command that the words name, below `app`; kUsage for a word that none has.
Result<const CLI::App*> command_named(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* command = &app;
  for (const std::string& word : words) {
    const std::vector<const CLI::App*> known =
        command->get_subcommands([](const CLI::App*) { return true; });
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const CLI::App* one) { return one->get_name() == word; });
    if (found != known.end()) {
      command = *found;
      continue;
    }
    std::vector<std::string> names;
    for (const CLI::App* one : known) names.push_back(one->get_name());
    const auto near = closest(word, names);
    return fail(ErrorKind::kUsage, "no such command: " + printable(word), {},
                near ? "did you mean " + *near + "?" : "see pyramid --help");
  }
  return command;
}

struct HelpArguments {
  std::vector<std::string> words;
  std::string completions;  // for this shell
  bool manual = false, reference = false;
};

int run_help(Context& context, const CLI::App& app, const HelpArguments& arguments) {
  const std::vector<std::string>& words = arguments.words;
  if (!arguments.completions.empty()) {
    const Result<std::string> script = manual::completions_for(arguments.completions, app);
    if (!script) return context.report(script.error());
    print_bytes(*script);
    return kExitOk;
  }
  if (arguments.manual) {
    print_bytes(manual::manual_page(app, PYRAMID_VERSION));
    return kExitOk;
  }
  if (arguments.reference) {
    print_bytes(manual::reference_page(app));
    return kExitOk;
  }
  const Result<const CLI::App*> command = command_named(app, words);
  if (!command) return context.report(command.error());
  std::vector<std::string> names = {app.get_name()};
  names.insert(names.end(), words.begin(), words.end());
  const std::string text =
      app.get_formatter()->make_help(*command, join(names, " "), CLI::AppFormatMode::Normal);
  if (!context.json()) {
    print(text);
    return kExitOk;
  }
  operations::HelpReport report{text, {}, {}};
  for (const CLI::App* one : (*command)->get_subcommands([](const CLI::App*) { return true; })) {
    report.commands.push_back({one->get_name(), one->get_description()});
  }
  context.print_json(to_json(report));
  return kExitOk;
}

int run_version(Context& context) {
  if (context.json()) {
    context.print_json(to_json(operations::VersionReport{PYRAMID_VERSION}));
  } else {
    print("pyramid " PYRAMID_VERSION "\n");
  }
  return kExitOk;
}

}  // namespace

void add_help(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("help", "Show the commands, or one command's options");
  auto arguments = std::make_shared<HelpArguments>();
  command->add_option("COMMAND", arguments->words, "The command");
  command
      ->add_option("--completions", arguments->completions,
                   "Print what this shell needs to complete command lines: bash, zsh or fish")
      ->type_name("SHELL")
      ->check(known({"bash", "zsh", "fish"}));
  command->add_flag("--man", arguments->manual, "Print the manual page, for man");
  command->add_flag("--markdown", arguments->reference,
                    "Print the reference: every command, option and document");
  command->footer(
      "Examples:\n"
      "  pyramid help\n"
      "  pyramid help import\n"
      "  source <(pyramid help --completions bash)\n"
      "  pyramid help --man | man -l -");
  command->callback([arguments, &app, &chosen] {
    chosen = [arguments, &app](Context& context) { return run_help(context, app, *arguments); };
  });
}

void add_version(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("version", "Show the program's version");
  command->footer("Examples:\n  pyramid version\n  pyramid version --json");
  command->callback([&chosen] { chosen = run_version; });
}

}  // namespace pyramid::cli
