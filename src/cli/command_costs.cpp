// `costs` and `ledger`: what a language model was asked, and what it cost.
#include "base/text.hpp"
#include "cli/context.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pyramid::cli {

namespace {

constexpr std::size_t kDaysShown = 31;
constexpr std::size_t kNarrowest = 12;  // columns of the first column

std::string cents_of(const Cost& cost) {
  if (cost.calls > 0 && cost.unpriced == cost.calls) return "?";
  constexpr double kLeast = 0.01;  // that two digits can say
  const bool less = cost.cents > 0 && cost.cents < kLeast;
  const std::string sum = less ? "<0.01" : fmt::format("{:.2f}", cost.cents);
  return (cost.estimated > 0 ? "~" : "") + sum + (cost.unpriced > 0 ? "+" : "");
}

// Columns of what `text` shows; printable() leaves one a character in all that models are called.
std::string padded(const std::string& text, std::size_t width) {
  return text.size() < width ? text + std::string(width - text.size(), ' ') : text;
}

std::string row(const std::string& name, std::size_t width, const Cost& cost) {
  return fmt::format("{}  {:>7}  {:>12}  {:>12}  {:>12}  {:>10}\n", padded(name, width),
                     with_commas(cost.calls), with_commas(cost.tokens_in),
                     with_commas(cost.tokens_cached), with_commas(cost.tokens_out), cents_of(cost));
}

std::string recipe_name(const RecipeCost& one) {
  return printable(one.model) + " " + printable(one.recipe);
}

void print_table(const Context& context, const CostsReport& report) {
  std::size_t width = kNarrowest;
  for (const RecipeCost& one : report.by_recipe) width = std::max(width, recipe_name(one).size());
  const std::string head =
      fmt::format("{}  {:>7}  {:>12}  {:>12}  {:>12}  {:>10}", padded("", width), "calls",
                  "tokens in", "cached", "tokens out", "cents");
  print(styled(context.terminal(), Style::kBold, head) + "\n");
  for (const RecipeCost& one : report.by_recipe) print(row(recipe_name(one), width, one.cost));
  print(row("all", width, report.all));
}

// The days from the newest back, a bar each on a terminal: the dearest day fills the width.
void print_days(const Context& context, const CostsReport& report) {
  const Terminal& terminal = context.terminal();
  const std::size_t shown = std::min(kDaysShown, report.by_day.size());
  const auto first = report.by_day.end() - static_cast<std::ptrdiff_t>(shown);
  double most = 0;
  for (auto day = first; day != report.by_day.end(); ++day) most = std::max(most, day->cost.cents);
  constexpr std::size_t kBesideBar = 24;
  const std::size_t room = terminal.width > kBesideBar + 10 ? terminal.width - kBesideBar : 10;
  print("\n");
  for (auto day = first; day != report.by_day.end(); ++day) {
    std::string line = fmt::format("{}  {:>10}", format_date(day->day), cents_of(day->cost));
    if (terminal.out_is_terminal && most > 0) {
      const auto length =
          static_cast<std::size_t>(std::ceil(day->cost.cents / most * static_cast<double>(room)));
      std::string bar;
      for (std::size_t i = 0; i < length; ++i) bar += terminal.utf8 ? "█" : "#";
      line += "  " + styled(terminal, Style::kGreen, bar);
    }
    print(line + "\n");
  }
  if (shown < report.by_day.size()) {
    print(fmt::format("… and {} before; --json has all.\n",
                      count_of(report.by_day.size() - shown, "day")));
  }
}

void print_prices(const CostsReport& report) {
  const std::string from = report.prices_from.empty() ? "built in" : report.prices_from;
  print(fmt::format("\nPrices: {}{}.\n", from,
                    report.prices_as_of.empty() ? "" : ", as of " + report.prices_as_of));
  if (!report.model.empty() && !report.price_known) {
    print(fmt::format("No price is known of {}: write it into prices.yaml.\n",
                      printable(report.model)));
  }
  if (report.all.batched > 0) {
    print(
        fmt::format("{} went in batches, at their price.\n", count_of(report.all.batched, "call")));
  }
  if (report.all.estimated > 0) {
    print(fmt::format("~ is about: of {} the server did not count the tokens.\n",
                      count_of(report.all.estimated, "call")));
  }
  if (report.all.unpriced > 0) {
    print(
        fmt::format("{} had no price and are in no sum.\n", count_of(report.all.unpriced, "call")));
  }
}

void print_costs(const Context& context, const CostsReport& report) {
  if (report.all.calls == 0) {
    print("No calls: nothing was spent.\n");
  } else {
    print_table(context, report);
    print_days(context, report);
  }
  if (!context.quiet()) print_prices(report);
}

Json sums_of(const Cost& cost) {
  return {{"calls", cost.calls},
          {"failed", cost.failed},
          {"unpriced", cost.unpriced},
          {"batched", cost.batched},
          {"estimated", cost.estimated},
          {"tokens_in", cost.tokens_in},
          {"tokens_cached", cost.tokens_cached},
          {"tokens_out", cost.tokens_out},
          {"cents", cost.cents}};
}

Json document_of(const CostsReport& report) {
  Json by_recipe = Json::array();
  for (const RecipeCost& one : report.by_recipe) {
    Json entry = {{"model", one.model}, {"recipe", one.recipe}};
    entry.update(sums_of(one.cost));
    by_recipe.push_back(std::move(entry));
  }
  Json by_day = Json::array();
  for (const DayCost& one : report.by_day) {
    Json entry = {{"day", format_date(one.day)}};
    entry.update(sums_of(one.cost));
    by_day.push_back(std::move(entry));
  }
  return {{"by_recipe", std::move(by_recipe)},   {"by_day", std::move(by_day)},
          {"all", sums_of(report.all)},          {"model", report.model},
          {"price_known", report.price_known},   {"prices_from", report.prices_from},
          {"prices_as_of", report.prices_as_of}, {"diagnostics", to_json(report.diagnostics)}};
}

// The event with its machine, as it stands in the ledger.
Json entry_of(const LedgerEvent& event) {
  Json json = Json::parse(event.json, nullptr, false);
  if (!json.is_object()) json = Json::object();
  json["machine"] = event.machine;
  return json;
}

std::string line_of(const Terminal& terminal, const LedgerEvent& event) {
  std::string line = styled(terminal, Style::kDim, format_time(terminal.zone.local(event.at))) +
                     "  " + padded(printable(event.kind), std::string_view("escalated").size());
  const Json json = entry_of(event);
  for (const auto& [key, value] : json.items()) {
    if (key == "at" || key == "kind") continue;
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (!text.empty()) line += "  " + printable(key) + "=" + printable(text);
  }
  return line + "\n";
}

void print_ledger(Context& context, const LedgerReport& report) {
  if (context.json()) {
    Json events = Json::array();
    for (const LedgerEvent& event : report.events) events.push_back(entry_of(event));
    context.print_json(
        {{"events", std::move(events)}, {"diagnostics", to_json(report.diagnostics)}});
    return;
  }
  for (const LedgerEvent& event : report.events) print(line_of(context.terminal(), event));
  if (report.events.empty()) print("No events.\n");
}

int run_costs(Context& context, const std::string& since) {
  CostsOptions options;
  Result<std::optional<Time>> from =
      beginning_of_option("--since", since, context.environment().clock.now(), context.zone());
  if (!from) return context.report(from.error());
  options.since = *from;
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  options.workspace = std::move(*workspace);
  const Result<CostsReport> report = costs(context.environment(), options);
  if (!report) return context.report(report.error());
  if (context.json()) {
    context.print_json(document_of(*report));
  } else {
    print_costs(context, *report);
  }
  return context.report(report->diagnostics);
}

int run_ledger(Context& context, const std::string& kind, const std::string& since) {
  LedgerOptions options;
  Result<std::optional<Time>> from =
      beginning_of_option("--since", since, context.environment().clock.now(), context.zone());
  if (!from) return context.report(from.error());
  options.since = *from;
  options.kind = kind;
  Result<WorkspaceOptions> workspace = context.workspace();
  if (!workspace) return context.report(workspace.error());
  options.workspace = std::move(*workspace);
  const Result<LedgerReport> report = read_ledger(context.environment(), options);
  if (!report) return context.report(report.error());
  print_ledger(context, *report);
  return context.report(report->diagnostics);
}

}  // namespace

void add_costs(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("costs", "What a language model has cost");
  auto since = std::make_shared<std::string>();
  command
      ->add_option("--since", *since, "Only from then on (2026-05-01, yesterday, \"3 days ago\")")
      ->type_name("DATE");
  command->footer(
      "Sums up the ledger: by model and recipe, and by day (UTC). The built-in engine costs\n"
      "nothing and stands in no ledger.\n\n"
      "Examples:\n  pyramid costs\n  pyramid costs --since 2026-05-01 --json");
  command->callback([since, &chosen] {
    chosen = [since](Context& context) { return run_costs(context, *since); };
  });
}

void add_ledger(CLI::App& app, Command& chosen) {
  CLI::App* command =
      app.add_subcommand("ledger", "What was asked of a language model, call by call");
  auto kind = std::make_shared<std::string>();
  auto since = std::make_shared<std::string>();
  command->add_option("--kind", *kind, "Only events of this kind, such as call")->type_name("KIND");
  command
      ->add_option("--since", *since, "Only from then on (2026-05-01, yesterday, \"3 days ago\")")
      ->type_name("DATE");
  command->footer(
      "Kinds: started, call, batch, retry, escalated, violation, redacted, edited, budget, "
      "finished.\n\n"
      "Examples:\n  pyramid ledger --since 2026-05-01\n  pyramid ledger --kind call --json");
  command->callback([kind, since, &chosen] {
    chosen = [kind, since](Context& context) { return run_ledger(context, *kind, *since); };
  });
}

}  // namespace pyramid::cli
