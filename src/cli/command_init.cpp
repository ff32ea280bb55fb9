#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/sync_report.hpp"
#include "cli/values.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <filesystem>

namespace pyramid::cli {

namespace {

int run_init(Context& context, std::string given, InitOptions options) {
  if (given.empty()) given = context.workspace_option();
  std::error_code error;
  const std::string directory =
      std::filesystem::absolute(given.empty() ? "." : given, error).lexically_normal().string();
  options.timezone = context.machine_timezone();
  const Result<InitReport> report = init(context.environment(), directory, options);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
    return kExitOk;
  }
  if (context.quiet()) return kExitOk;
  if (report->created.empty()) {
    print(fmt::format("{} is a workspace already; nothing changed.\n", printable(report->root)));
    return kExitOk;
  }
  print(fmt::format("Made a workspace in {}\n", printable(report->root)));
  for (const std::string& path : report->created) print(fmt::format("  {}\n", printable(path)));
  if (report->created.front() == "pyramid.yaml") {
    print(options.timezone.empty()
              ? "The machine's time zone is not known: days are UTC's; `timezone` in pyramid.yaml "
                "names another\n"
              : fmt::format("Days are those of {} (`timezone` in pyramid.yaml)\n",
                            printable(options.timezone)));
    print(kChoiceOfEngine);
  }
  if (!report->repository.empty()) {
    print(fmt::format("Kept by the git repository {}{}\n", printable(report->repository),
                      report->repository_created ? " (new)" : ""));
  }
  for (const std::string& offer : report->offers)
    print(fmt::format("Note: {}.\n", printable(offer)));
  print("Next: pyramid import --openclaw   (or --claude --source FILE), then pyramid sync\n");
  return kExitOk;
}

}  // namespace

void add_init(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("init", "Make a folder a workspace");
  auto directory = std::make_shared<std::string>();
  auto options = std::make_shared<InitOptions>();
  command->add_option("DIR", *directory, "The folder; default: -w, else the current one");
  command
      ->add_option("--preset", options->preset,
                   "What pyramid.yaml says: narrative (summaries by number, in prose) or calendar "
                   "(by days, in rated lines)")
      ->type_name("NAME")
      ->check(known({"narrative", "calendar"}));
  command->footer(
      "Writes pyramid.yaml, MEMORY.md, SOUL.md, USER.md, .gitattributes and .gitignore where they "
      "are\nmissing, "
      "and makes a git repository unless one encloses the folder. Notes that are there stay\n"
      "untouched.\n\n"
      "Examples:\n"
      "  pyramid init ~/memory\n"
      "  cd my-vault && pyramid init\n"
      "  pyramid init --preset calendar ~/memory");
  command->callback([directory, options, &chosen] {
    chosen = [directory, options](Context& context) {
      return run_init(context, *directory, *options);
    };
  });
}

}  // namespace pyramid::cli
