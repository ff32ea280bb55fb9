// `costs`: the ledger summed up.
#include "ops/calls/language_model.hpp"
#include "ops/calls/ledger.hpp"
#include "ops/calls/ledger_events.hpp"
#include "pyramid/ledger.hpp"
#include "workspace/naming.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace pyramid {

namespace {

void add(Cost& sum, const Cost& one) {
  sum.calls += one.calls;
  sum.failed += one.failed;
  sum.unpriced += one.unpriced;
  sum.batched += one.batched;
  sum.estimated += one.estimated;
  sum.tokens_in += one.tokens_in;
  sum.tokens_cached += one.tokens_cached;
  sum.tokens_out += one.tokens_out;
  sum.cents += one.cents;
}

void sum_up(const std::vector<LedgerEvent>& events, const Zone& zone, CostsReport& report) {
  std::map<std::pair<std::string, std::string>, Cost> by_recipe;
  std::map<Date, Cost> by_day;
  for (const LedgerEvent& event : events) {
    if (event.kind != "call") continue;
    const ops::LedgerCall call = ops::call_of(event);
    add(by_recipe[{call.model, call.recipe}], call.cost);
    add(by_day[zone.date_of(event.at)], call.cost);
    add(report.all, call.cost);
  }
  for (const auto& [key, cost] : by_recipe) {
    report.by_recipe.push_back({key.first, key.second, cost});
  }
  for (const auto& [day, cost] : by_day) report.by_day.push_back({day, cost});
  std::stable_sort(
      report.by_recipe.begin(), report.by_recipe.end(),
      [](const RecipeCost& a, const RecipeCost& b) { return a.cost.cents > b.cost.cents; });
}

void look_at_prices(const Environment& environment, const workspace::Workspace& workspace,
                    CostsReport& report) {
  const ops::Prices prices = ops::read_prices(environment.files, workspace, report.diagnostics);
  report.prices_as_of = prices.table.as_of;
  if (prices.own) report.prices_from = ops::kPricesFile;
  if (workspace.settings.engine != "openai") return;
  report.model = workspace.settings.model;
  const Result<ops::ModelAccess> access = ops::model_access(environment, workspace);
  if (!access) {
    report.diagnostics.push_back(to_diagnostic(access.error()));
    return;
  }
  report.price_known =
      ops::price_of_model(prices, report.model, access->endpoint.local).has_value();
}

Result<CostsReport> costs_in(const Environment& environment, const CostsOptions& options) {
  PYRAMID_ASSIGN(const workspace::Workspace workspace,
                 workspace::open(environment.files, options.workspace.root));
  CostsReport report;
  report.diagnostics = workspace.diagnostics;
  look_at_prices(environment, workspace, report);
  sum_up(ops::ledger_events(environment.files, workspace, options.since, report.diagnostics),
         environment.zone.value_or(workspace.zone), report);
  return report;
}

}  // namespace

Result<CostsReport> costs(const Environment& environment, const CostsOptions& options) {
  return workspace::named_within(environment.files, options.workspace.root,
                                 costs_in(environment, options));
}

}  // namespace pyramid
