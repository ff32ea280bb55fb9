// Why the budget does not allow a call: the failure that such a call has, and how it is known.
//
// Pure; any thread.
#pragma once

#include "pyramid/error.hpp"

#include <string>

namespace pyramid::ops {

// Of a limit of so many cents a sync or a day so many are left, and the call is expected to cost
// `next`.
Error over_limit(double limit, double left, double next, bool sync);
// The budget cannot be kept.
Error without_price(const std::string& model);

// Whether that is why a call failed: nobody was asked.
bool is_over_budget(const Error& error);

}  // namespace pyramid::ops
