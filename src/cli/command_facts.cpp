// `facts`, `promote`, `archive`: observations that hold for good.
#include "base/text.hpp"
#include "base/ulid.hpp"
#include "cli/node_lines.hpp"
#include "cli/operation_command.hpp"
#include "cli/sync_report.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace pyramid::cli {

namespace {

std::string used(const Terminal& terminal, const FactLine& fact) {
  if (fact.recalled == 0) return "never recalled";
  const std::string last =
      fact.last_at ? ", last on " + format_date(terminal.zone.date_of(*fact.last_at)) : "";
  return "recalled " + count_of(fact.recalled, "time") + last;
}

void print_fact(const Context& context, const FactLine& fact) {
  const Terminal& terminal = context.terminal();
  const std::string status = fact.status == "active" ? "" : "  (" + printable(fact.status) + ")";
  print(fmt::format(
      "{:<9}  {}  [{}] {}{}\n           {}\n", fact.category,
      styled(terminal, Style::kDim, format_date(date_of(fact.at))), printable(fact.model),
      printable(fact.text), status,
      styled(terminal, Style::kDim, printable(fact.path) + "  " + used(terminal, fact))));
  if (!fact.superseded_by.empty()) {
    print("           now: " + printable(fact.superseded_by) + "\n");
  }
}

void print_facts(Context& context, const ListFactsReport& report) {
  for (const FactLine& one : report.facts) print_fact(context, one);
  if (report.total == 0) {
    print("No facts.\n");
  }
  print_rest(context, report.facts.size(), report.total, "fact");
}

void print_decisions(const Context& context, const std::vector<FactDecision>& decisions) {
  for (const FactDecision& one : decisions) {
    const std::string place = one.to.empty() ? "stays: " + one.path : one.to;
    const std::string why = one.reason.empty() ? "" : "  " + printable(one.reason);
    print(fmt::format("{}\n  {}\n", printable(one.text),
                      styled(context.terminal(), Style::kDim, printable(place) + why)));
  }
}

void print_sum(std::size_t count, bool dry_run, const char* done, const std::string& commit) {
  const std::string would = dry_run ? "would be " : "";
  print(fmt::format("{} {}{}.\n", count_of(count, "fact"), would, done));
  if (!commit.empty()) print(fmt::format("Committed as {:.8}.\n", commit));
}

// What a language model was asked, or would be, and what is left.
void print_judging(const PromoteOptions& options, const PromoteReport& report) {
  const EngineUse& use = report.engine;
  if (use.calls > 0 && options.dry_run) {
    print(fmt::format("To judge them takes about {}.\n", use_of(use)));
  } else if (use.calls > 0) {
    print(use_of(use) + ".\n");
  }
  if (report.failed > 0) print(unanswered(report.failed, report.over_budget) + ".\n");
  if (report.waiting > 0) {
    print(fmt::format("{} for another day.\n",
                      count_of(report.waiting, "observation waits", "observations wait")));
  }
}

}  // namespace

void add_facts(CLI::App& app, Command& chosen) {
  add_operation(app, chosen, "facts", &list_facts, {.print = &print_facts});
}

void add_promote(CLI::App& app, Command& chosen) {
  add_operation(
      app, chosen, "promote", &promote,
      {.print = [](Context& context, const PromoteOptions& options, const PromoteReport& report) {
        print_decisions(context, report.decisions);
        print_sum(report.promoted, options.dry_run, "promoted", report.commit);
        print_judging(options, report);
      }});
}

void add_archive(CLI::App& app, Command& chosen) {
  add_operation(
      app, chosen, "archive", &archive_facts,
      {.print = [](Context& context, const ArchiveOptions& options, const ArchiveReport& report) {
        print_decisions(context, report.decisions);
        print_sum(report.moved, options.dry_run, options.restore ? "restored" : "archived",
                  report.commit);
      }});
}

}  // namespace pyramid::cli
