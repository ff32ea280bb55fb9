#include "base/text.hpp"
#include "cli/operation_command.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace pyramid::cli {

namespace {

void print_observed(const ObserveReport& report) {
  if (report.seen_again) {
    print(fmt::format("Said before, seen again: {}\n", printable(report.path)));
    return;
  }
  if (!report.added) {
    print(fmt::format("Already there: {}\n", printable(report.path)));
    if (!report.commit.empty()) {
      print(fmt::format("It was in no commit yet; committed as {:.8}.\n", report.commit));
    }
    return;
  }
  print(fmt::format("{}\n", printable(report.path)));
  if (!report.kept_as.empty()) print(fmt::format("Kept as: {}\n", printable(report.kept_as)));
  for (const std::string& model : report.models_created) {
    print(fmt::format("New model: {}\n", printable(model)));
  }
  if (!report.model.empty()) print(fmt::format("Belongs to {}.\n", printable(report.model)));
  if (report.superseded > 0) print(fmt::format("{} superseded.\n", report.superseded));
  if (!report.commit.empty()) print(fmt::format("Committed as {:.8}.\n", report.commit));
}

}  // namespace

CLI::App* add_observe_to(CLI::App& parent, Command& chosen,
                         std::function<std::optional<int>(Context&)> instead) {
  return add_operation(parent, chosen, "observe", &observe,
                       {.print = print_observed, .instead = std::move(instead)});
}

void add_observe(CLI::App& app, Command& chosen) { add_observe_to(app, chosen, {}); }

}  // namespace pyramid::cli
