#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/sync_report.hpp"
#include "cli/values.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace pyramid::cli {

namespace {

constexpr int kLongestDebounce = 60'000;

// "03:00"; nullopt for what is no time of a day.
std::optional<int> minutes_of(std::string_view text) {
  const auto midnight =
      text.size() == 5 ? parse_time("1970-01-01T" + std::string(text) + ":00Z") : std::nullopt;
  if (!midnight) return std::nullopt;
  return static_cast<int>(midnight->seconds / 60);
}

CLI::Validator time_of_day() {
  return CLI::Validator(
      [](const std::string& given) -> std::string {
        return minutes_of(given) ? "" : given + " is not a time of a day such as 03:00";
      },
      "");
}

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
  if (update.promoted && update.promoted->promoted > 0) {
    print(count_of(update.promoted->promoted, "fact") + " promoted.\n");
  }
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
  auto nightly = std::make_shared<std::string>();
  command->add_option("--nightly", *nightly, "Each day from then on `promote` once, such as 03:00")
      ->type_name("HH:MM")
      ->check(time_of_day());
  command->add_option("--debounce", *debounce, "Milliseconds without a change before it acts; 2000")
      ->type_name("MS")
      ->check(whole_number(0, kLongestDebounce));
  command->footer(
      "Runs until Ctrl-C, SIGTERM or the end of its terminal. Searches rely on it while it runs\n"
      "and need not look at every file.\n\n"
      "Examples:\n"
      "  pyramid watch\n"
      "  pyramid watch --sync\n"
      "  pyramid watch --sync --nightly 03:00");
  command->callback([options, debounce, nightly, &chosen] {
    options->nightly = minutes_of(*nightly);
    options->debounce = std::chrono::milliseconds(*debounce);
    chosen = [options](Context& context) { return run_watch(context, *options); };
  });
}

}  // namespace pyramid::cli
