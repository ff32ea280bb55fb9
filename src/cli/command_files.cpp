// `read`, `remember` and `log`: an agent's way to single files.
#include "base/text.hpp"
#include "cli/operation_command.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace pyramid::cli {

namespace {

void print_text(Context& context, const ReadReport& report) {
  print_memory(context.terminal(), report.text);
  if (report.last_line < report.first_line) {
    print_error(
        fmt::format("{} has {}\n", printable(report.path), count_of(report.all_lines, "line")));
  }
}

void print_entry(const RememberReport& report) {
  print(fmt::format("{}:{}\n", printable(report.path), report.first_line));
  if (!report.commit.empty()) print(fmt::format("Committed as {:.8}.\n", report.commit));
}

}  // namespace

void add_read(CLI::App& app, Command& chosen) {
  add_operation(app, chosen, "get", &read_memory, {.print = print_text});
}

void add_remember(CLI::App& app, Command& chosen) {
  add_operation(app, chosen, "remember", &remember, {.print = print_entry});
}

void add_log(CLI::App& app, Command& chosen) {
  add_operation(app, chosen, "log", &operations::log_as_asked, {.print = print_entry});
}

}  // namespace pyramid::cli
