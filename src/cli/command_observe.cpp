#include "base/text.hpp"
#include "cli/context.hpp"
#include "cli/telling.hpp"
#include "cli/values.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace pyramid::cli {

namespace {

// More than 10 counts as 10, which is not for the command line to say.
CLI::Validator importance() {
  const auto check = [](std::string given) -> std::string {
    std::string same = given;
    return whole_number(1, kMostItems)(given).empty() ? "" : whole_number(1, 10)(same);
  };
  return CLI::Validator(check, "");
}

void print_report(const ObserveReport& report) {
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
  for (const std::string& model : report.models_created) {
    print(fmt::format("New model: {}\n", printable(model)));
  }
  if (!report.model.empty()) print(fmt::format("Belongs to {}.\n", printable(report.model)));
  if (report.superseded > 0) print(fmt::format("{} superseded.\n", report.superseded));
  if (!report.commit.empty()) print(fmt::format("Committed as {:.8}.\n", report.commit));
}

}  // namespace

int run_observe(Context& context, ObserveArguments arguments) {
  ObserveOptions& options = arguments.options;
  options.text = text_of(arguments.words);
  const Result<std::optional<Time>> at = time_of_option("--at", arguments.at, context.zone());
  if (!at) return context.report(at.error());
  options.at = *at;
  if (const auto told = parse_written_time(arguments.at)) options.offset = told->told_offset();
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  options.workspace = std::move(*workspace);
  const Result<ObserveReport> report = observe(context.environment(), options);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
  } else if (!context.quiet()) {
    print_report(*report);
  }
  const int code = context.report(report->diagnostics);
  return report->failed > 0 ? kExitEngine : code;
}

CLI::Option* add_fact(CLI::App& command, ObserveArguments& arguments) {
  CLI::Option* text =
      command.add_option("TEXT", arguments.words, "The fact, in one sentence; `-`: standard input");
  ObserveOptions& options = arguments.options;
  const auto add = [&](const char* name, auto& value, const char* description) {
    return command.add_option(name, value, description)->needs(text);
  };
  add("--importance", options.importance, "1 (passing) to 10 (defining)")
      ->type_name("N")
      ->check(importance());
  add("--model", options.model, "The model that it belongs to; default: the engine chooses")
      ->type_name("NAME");
  add("--at", arguments.at, "When it was so; default: now")->type_name("TIME");
  return text;
}

void add_observe(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("observe", "Tell the memory one fact");
  auto arguments = std::make_shared<ObserveArguments>();
  add_fact(*command, *arguments)->required();
  command->footer(
      "Writes one file under observations/ and commits it; the next sync takes it into summaries\n"
      "and models. The same text for the same time again changes nothing.\n\n"
      "Examples:\n"
      "  pyramid observe \"User moved to Austin.\"\n"
      "  pyramid observe --importance 8 --model kestrel \"Kestrel ships on 1 June 2026.\"\n"
      "  pyramid observe --at 2026-05-01 \"User started at Harbour Analytics.\"");
  command->callback([arguments, &chosen] {
    chosen = [arguments](Context& context) { return run_observe(context, *arguments); };
  });
}

}  // namespace pyramid::cli
