#include "base/text.hpp"
#include "cli/context.hpp"
#include "cli/host_files.hpp"
#include "cli/values.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <string>

namespace pyramid::cli {

namespace {

const char* told(const std::string& mode) {
  if (mode == "tools") return "answers, and calls tools";
  if (mode == "schema") return "answers, held to a JSON schema";
  return "answers, asked for JSON in plain words";
}

void print_report(const Zone& zone, const DoctorReport& report) {
  print(fmt::format("workspace  {}\n", printable(report.root)));
  if (report.model.empty()) {
    print(fmt::format("engine     {}{}\n", printable(report.engine),
                      report.engine == "builtin" ? ": needs no key and no network" : ""));
  } else {
    print(fmt::format("engine     {}, model {}\n", printable(report.engine),
                      printable(report.model)));
    print(fmt::format("endpoint   {}: {}\n", printable(report.endpoint),
                      report.reachable ? told(report.mode) : "no answer of use"));
    print(fmt::format("key        {}\n", report.key ? "from " + report.key_from : "none"));
  }
  for (const std::string& offer : report.offers) {
    print(fmt::format("at hand    {}\n", printable(offer)));
  }
  print(fmt::format("embedding  {}\n",
                    report.embedding.empty() ? "cannot be used" : printable(report.embedding)));
  if (!report.embedding_endpoint.empty()) {
    const std::string answer =
        report.embedding_dims == 0
            ? "no answer of use"
            : fmt::format("answers, vectors of {} numbers", with_commas(report.embedding_dims));
    print(fmt::format(
        "           {}: {}, {}\n", printable(report.embedding_endpoint), answer,
        report.embedding_key_from.empty() ? "no key" : "key from " + report.embedding_key_from));
  }
  print(fmt::format("git        {}\n", report.repository.empty()
                                           ? "no repository"
                                           : "kept by " + printable(report.repository)));
  print(fmt::format("days       those of {}\n",
                    zone.name() == "UTC" ? "UTC; `timezone` in pyramid.yaml names another"
                                         : printable(zone.name())));
  print(
      fmt::format("index      {}\n", report.index ? count_of(report.files, "file") : "unreadable"));
  if (report.problems.empty()) print("All is well.\n");
}

int run_doctor(Context& context) {
  const Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  const Result<DoctorReport> report = doctor(context.environment(), *workspace);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
  } else {
    print_report(context.zone(), *report);
  }
  const int code = context.report(report->problems);
  return report->engine_failed ? kExitEngine : code;
}

}  // namespace

void add_doctor(CLI::App& app, Command& chosen) {
  CLI::App* command =
      app.add_subcommand("doctor", "Look whether engine, git and index are as they should be");
  command->footer(
      "Where a language model is set, asks it up to three short questions and remembers how it\n"
      "answers; the next sync then asks it again what it had no answer to. An embedding that is\n"
      "asked over a network is asked for one vector. Says whether there is a key, never which.\n\n"
      "Examples:\n  pyramid doctor\n  pyramid doctor --json\n  pyramid doctor --host claude-code");
  auto host = std::make_shared<std::string>();
  command->add_option("--host", *host, "Look at this agent's host instead: start what it starts")
      ->type_name("HOST")
      ->check(not_empty());
  command->callback([host, &chosen] {
    chosen = [host](Context& context) {
      return host->empty() ? run_doctor(context) : run_host_doctor(context, *host);
    };
  });
}

}  // namespace pyramid::cli
