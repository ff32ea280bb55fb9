#include "base/text.hpp"
#include "cli/commands.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace pyramid::cli {

namespace {

struct TrustArguments {
  bool remove = false;
  bool list = false;
};

void print_trusted(const std::vector<TrustedAddress>& addresses, const char* form) {
  for (const TrustedAddress& one : addresses) {
    const std::string address =
        one.address.empty() ? "what its files name (made here)" : printable(one.address);
    print(fmt::format(fmt::runtime(form), address, printable(one.workspace)));
  }
}

int run_trust(Context& context, const TrustArguments& arguments) {
  TrustOptions options;
  if (arguments.list) {
    options.action = TrustAction::kList;
  } else {
    if (arguments.remove) options.action = TrustAction::kRemove;
    Result<WorkspaceOptions> workspace = context.workspace();
    if (!workspace) return context.report(workspace.error());
    options.workspace = std::move(*workspace);
  }
  const Result<TrustReport> report = trust(context.environment(), options);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
    return kExitOk;
  }
  if (context.quiet()) return kExitOk;
  switch (options.action) {
    case TrustAction::kList:
      print_trusted(report->addresses, "{0}  {1}\n");
      break;
    case TrustAction::kRemove:
      print_trusted(report->addresses, "No more: {0}\n");
      break;
    case TrustAction::kConfirm:
      print_trusted(report->known, "Confirmed before: {0}\n");
      print_trusted(report->addresses, "Confirmed: {0}\n");
      break;
  }
  if (report->addresses.empty() && report->known.empty()) {
    print(options.action == TrustAction::kConfirm ? "The files of the workspace name no address.\n"
                                                  : "Nothing is confirmed.\n");
  }
  return kExitOk;
}

}  // namespace

void add_trust(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand(
      "trust", "Confirm where the workspace sends what a language model is asked");
  auto arguments = std::make_shared<TrustArguments>();
  CLI::Option* list =
      command->add_flag("--list", arguments->list, "Show what is confirmed on this machine");
  command->add_flag("--remove", arguments->remove, "Take back what was confirmed of the workspace")
      ->excludes(list);
  command->footer(
      "An address that pyramid.yaml or .env names gets neither key nor text before it is "
      "confirmed\n"
      "on this machine: they may have come with somebody else's repository. Look at the address\n"
      "first. What a workspace made here names is confirmed, as long as its repository has no\n"
      "remote. You are asked again where the workspace was moved, another lies in its place, or\n"
      ".pyramid/ was deleted. The same word lets git run the programs that the repository's own\n"
      "settings name for files (filter.NAME.clean).\n\n"
      "Examples:\n"
      "  pyramid trust -w ~/memory\n"
      "  pyramid trust --list");
  command->callback([arguments, &chosen] {
    chosen = [arguments](Context& context) { return run_trust(context, *arguments); };
  });
}

}  // namespace pyramid::cli
