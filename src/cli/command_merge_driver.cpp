#include "cli/commands.hpp"

#include <CLI/CLI.hpp>
#include <unistd.h>

#include <string_view>

namespace pyramid::cli {

namespace {

// git names the commits that it merges in variables GITHEAD_<id>.
std::vector<std::string> heads() {
  constexpr std::string_view kName = "GITHEAD_";
  std::vector<std::string> ids;
  for (char** one = ::environ; *one != nullptr; ++one) {
    const std::string_view variable = *one;
    if (!variable.starts_with(kName)) continue;
    ids.emplace_back(variable.substr(kName.size(), variable.find('=') - kName.size()));
  }
  return ids;
}

int run_merge_driver(Context& context, const MergeDriverOptions& options) {
  const Status done = merge_driver(context.environment(), options);
  return done ? kExitOk : context.report(done.error());
}

}  // namespace

void add_merge_driver(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand(
      "merge-driver", "Merge two states of a memory file (git calls it, see docs/git.md)");
  command->group("");  // nobody types it
  auto options = std::make_shared<MergeDriverOptions>();
  command->add_option("BASE", options->base, "The file as both had it; empty: neither")->required();
  command->add_option("OURS", options->ours, "The file here; the outcome is written over it")
      ->required();
  command->add_option("THEIRS", options->theirs, "The file there")->required();
  command->add_option("PATH", options->path, "Where it lies in the repository")->required();
  command->footer(
      "Every sync puts it into the repository's own settings:\n"
      "  merge.pyramid.driver = pyramid merge-driver %O %A %B %P");
  command->callback([options, &chosen] {
    options->heads = heads();
    chosen = [options](Context& context) { return run_merge_driver(context, *options); };
  });
}

}  // namespace pyramid::cli
