#include "base/text.hpp"
#include "cli/operation_command.hpp"
#include "cli/values.hpp"
#include "hosts/host_check.hpp"
#include "process/child_process.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <string>

namespace pyramid::cli {

namespace {

const char* told(const std::string& mode) {
  if (mode == "tools") return "answers, and calls tools";
  if (mode == "schema") return "answers, held to a JSON schema";
  return "answers, asked for JSON in plain words";
}

void print_health(Context& context, const DoctorReport& report) {
  const Zone& zone = context.zone();
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

Result<hosts::RunAnswer> run_for_host(const std::vector<std::string>& command,
                                      const std::string& input) {
  constexpr std::chrono::seconds kPatience{60};
  PYRAMID_ASSIGN(process::ChildAnswer answer, process::run_child(command, input, kPatience));
  return hosts::RunAnswer{answer.exit_code, std::move(answer.out)};
}

// `doctor --host`.
int run_host_doctor(Context& context, const std::string& name) {
  const Result<hosts::Host> host = hosts::find_host(name);
  if (!host) return context.report(host.error());
  const Result<operations::HostReport> report =
      hosts::check_host(context.environment().files, *host, process::host_places(), run_for_host);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(to_json(*report));
    return kExitOk;
  }
  print(fmt::format("host       {}\nserver     {}: {} {}\nrecall     {}\nhooks      {}\n{}\n",
                    host->title, printable(report->path), printable(report->command),
                    printable(join(report->args, " ")), count_of(report->recalled, "byte"),
                    report->hooks.empty() ? "none" : with_commas(report->hooks.size()),
                    // Whether they are, only the host itself knows.
                    host->asks_for_trust
                        ? "All is well, if the hooks are trusted in " + host->title + "."
                        : "All is well."));
  return kExitOk;
}

}  // namespace

void add_doctor(CLI::App& app, Command& chosen) {
  auto host = std::make_shared<std::string>();
  CLI::App* command = add_operation(app, chosen, "doctor", &operations::doctor_as_asked,
                                    {.print = print_health,
                                     .outcome =
                                         [](Context& context, const DoctorReport& report) {
                                           const int code = context.report(report.problems);
                                           return report.engine_failed ? kExitEngine : code;
                                         },
                                     .instead = [host](Context& context) -> std::optional<int> {
                                       if (host->empty()) return std::nullopt;
                                       return run_host_doctor(context, *host);
                                     }});
  command->add_option("--host", *host, "Look at this agent's host instead: start what it starts")
      ->type_name("HOST")
      ->check(not_empty() & known(hosts::names_of_hosts()));
}

}  // namespace pyramid::cli
