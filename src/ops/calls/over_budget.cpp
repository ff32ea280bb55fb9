#include "ops/calls/over_budget.hpp"

#include "ops/calls/ledger.hpp"
#include "workspace/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pyramid::ops {

namespace {

constexpr const char* kPromotion = "promote";  // where the limit of it stands

std::string_view period_of(LimitOf of) {
  switch (of) {
    case LimitOf::kSync:
      return "sync";
    case LimitOf::kPromotion:
      return "day for `promote`";
    case LimitOf::kDay:
      break;
  }
  return "day";
}

const char* hint_of(LimitOf of) {
  switch (of) {
    case LimitOf::kSync:
      return "the next sync goes on; `budget` says how far";
    case LimitOf::kPromotion:
      return "it goes on the next day; `--cents` says how far";
    case LimitOf::kDay:
      break;
  }
  return "a sync on the next day, UTC, goes on";
}

// "4.20", "0.012", "0.00031": two digits that say something.
std::string digits_of(double cents) {
  constexpr int kMost = 8;
  const int behind =
      cents > 0 && cents < 1 ? 1 - static_cast<int>(std::floor(std::log10(cents))) : 2;
  return fmt::format("{:.{}f}", cents, std::min(behind, kMost));
}

}  // namespace

std::string_view name_of(LimitOf of) {
  switch (of) {
    case LimitOf::kSync:
      return "per_sync";
    case LimitOf::kPromotion:
      return kPromotion;
    case LimitOf::kDay:
      break;
  }
  return "per_day";
}

Error over_limit(double limit, double left, double next, LimitOf of) {
  const std::string_view period = period_of(of);
  const bool promotion = of == LimitOf::kPromotion;
  Error error{ErrorKind::kEngine,
              {},
              promotion ? kPromotion : std::string(workspace::kSettingsFile),
              {},
              hint_of(of)};
  if (limit <= 0) {
    error.what = fmt::format("`budget` of {} cents a {} allows no call", limit, period);
    if (!promotion) error.hint = "write how many cents may be spent";
    return error;
  }
  error.what = fmt::format("the budget of {} cents a {} is used up", limit, period);
  if (left <= 0) return error;
  error.what =
      fmt::format("the budget of {} cents a {} has {} left, and the next call costs about {}",
                  limit, period, digits_of(left), digits_of(next));
  if (next > limit) {
    error.hint = std::string("no such call fits into it: ") +
                 (promotion ? "give a larger `--cents`" : "write a larger `budget`");
  }
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
  const bool limited = error.where == workspace::kSettingsFile || error.where == kPromotion;
  return error.kind == ErrorKind::kEngine && limited &&
         error.what.find("budget") != std::string::npos;
}

}  // namespace pyramid::ops
