// `costs`: what a language model cost.
#include "base/text.hpp"
#include "cli/operation_command.hpp"

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

}  // namespace

void add_costs(CLI::App& app, Command& chosen) {
  add_operation(app, chosen, "costs", &costs, {.print = print_costs});
}

}  // namespace pyramid::cli
