// Why the budget does not allow a call: the failure that such a call has, and how it is known.
//
// Pure; any thread.
#pragma once

#include "pyramid/error.hpp"

#include <string>
#include <string_view>

namespace pyramid::ops {

// What a limit is of: one command, a day, or what `promote` may spend on a day.
enum class LimitOf { kSync, kDay, kPromotion };
// As the ledger calls it: "per_sync".
std::string_view name_of(LimitOf of);

// `left` of `limit` cents remain, and the call is expected to cost `next`.
Error over_limit(double limit, double left, double next, LimitOf of);
// The budget cannot be kept.
Error without_price(const std::string& model);

// Whether that is why a call failed: nobody was asked.
bool is_over_budget(const Error& error);

}  // namespace pyramid::ops
