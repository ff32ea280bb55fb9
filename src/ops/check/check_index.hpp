// The index, held against the files it was made from.
#pragma once

#include "ops/calls/services.hpp"
#include "ops/run/opened.hpp"
#include "pyramid/check.hpp"
#include "pyramid/result.hpp"

namespace pyramid::ops {

// Brings the index up to date, makes a fresh one in memory, and holds against it all that the index
// knows, row by row, and what planning kept. Files that change meanwhile are looked at again. Takes
// about as long, and as much memory, as to make the index anew.
Result<IndexReport> check_index(Services& services, const Opened& opened);

// The findings as the check tells them.
Diagnostics to_diagnostics(const IndexReport& report);

}  // namespace pyramid::ops
