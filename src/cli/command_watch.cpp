#include "base/text.hpp"
#include "cli/context.hpp"
#include "cli/sync_report.hpp"
#include "cli/values.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>

namespace pyramid::cli {

namespace {

constexpr int kLongestDebounce = 60'000;

// With --json a line is a document.
void print_line(const WatchUpdate& update) {
  const Json line = to_json(update);
  print_bytes(line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

void print_update(const Terminal& terminal, const WatchUpdate& update) {
  if (update.failure) {
    print_error(fmt::format("pyramid: {}\n", to_string(*update.failure)));
    return;
  }
  print(fmt::format("{} {} indexed.\n", format_time(terminal.zone.local(update.at)),
                    count_of(update.changed, "changed file")));
  if (update.synced && !update.synced->nothing_to_do) print_sync_report(*update.synced);
}

int run_watch(Context& context, WatchOptions options) {
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  options.workspace = std::move(*workspace);
  const Status done = watch(context.environment(), options, [&](const WatchUpdate& update) {
    context.report(update.diagnostics);
    if (context.json()) {
      print_line(update);
    } else if (!context.quiet() || update.failure) {
      print_update(context.terminal(), update);
    }
    std::fflush(stdout);  // whoever reads it from a pipe reads it now
  });
  return done ? kExitOk : context.report(done.error());
}

}  // namespace

void add_watch(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("watch", "Keep the index up to date while files change");
  auto options = std::make_shared<WatchOptions>();
  auto debounce = std::make_shared<int>(static_cast<int>(options->debounce.count()));
  command->add_flag("--sync", options->sync, "Keep the memory up to date too, as `sync` does");
  command->add_option("--debounce", *debounce, "Milliseconds without a change before it acts; 2000")
      ->type_name("MS")
      ->check(whole_number(0, kLongestDebounce));
  command->footer(
      "Runs until Ctrl-C, SIGTERM or the end of its terminal. Searches rely on it while it runs\n"
      "and need not look at every file.\n\n"
      "Examples:\n"
      "  pyramid watch\n"
      "  pyramid watch --sync");
  command->callback([options, debounce, &chosen] {
    options->debounce = std::chrono::milliseconds(*debounce);
    chosen = [options](Context& context) { return run_watch(context, *options); };
  });
}

}  // namespace pyramid::cli
