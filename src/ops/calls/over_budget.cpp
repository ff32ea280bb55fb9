#include "ops/calls/over_budget.hpp"

#include "ops/calls/ledger.hpp"
#include "workspace/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pyramid::ops {

namespace {

// "4.20", "0.012", "0.00031": two digits that say something.
std::string digits_of(double cents) {
  constexpr int kMost = 8;
  const int behind =
      cents > 0 && cents < 1 ? 1 - static_cast<int>(std::floor(std::log10(cents))) : 2;
  return fmt::format("{:.{}f}", cents, std::min(behind, kMost));
}

}  // namespace

Error over_limit(double limit, double left, double next, bool sync) {
  const char* period = sync ? "sync" : "day";
  Error error{ErrorKind::kEngine,
              {},
              std::string(workspace::kSettingsFile),
              {},
              sync ? "the next sync goes on; `budget` says how far"
                   : "a sync on the next day, UTC, goes on"};
  if (limit <= 0) {
    error.what = fmt::format("`budget` of {} cents a {} allows no call", limit, period);
    error.hint = "write how many cents may be spent";
    return error;
  }
  error.what = fmt::format("the budget of {} cents a {} is used up", limit, period);
  if (left <= 0) return error;
  error.what =
      fmt::format("the budget of {} cents a {} has {} left, and the next call costs about {}",
                  limit, period, digits_of(left), digits_of(next));
  if (next > limit) error.hint = "no such call fits into it: write a larger `budget`";
  return error;
}

Error without_price(const std::string& model) {
  return {ErrorKind::kEngine,
          "no price is known of `" + model + "`, so the budget cannot be kept",
          std::string(workspace::kSettingsFile),
          {},
          std::string("write its price into ") + kPricesFile};
}

bool is_over_budget(const Error& error) {
  return error.kind == ErrorKind::kEngine && error.where == workspace::kSettingsFile &&
         error.what.find("budget") != std::string::npos;
}

}  // namespace pyramid::ops
