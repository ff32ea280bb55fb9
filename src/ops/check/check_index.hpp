// The index, held against the files it was made from.
#pragma once

#include "ops/calls/services.hpp"
#include "ops/run/opened.hpp"
#include "pyramid/check.hpp"
#include "pyramid/result.hpp"

namespace pyramid::ops {

// Brings the index up to date and holds all that it knows, row by row, and what planning kept,
// against the files, each of which is read anew. Files that change meanwhile are looked at again.
// No second index is made, and only some files are held at a time.
Result<IndexReport> check_index(Services& services, const Opened& opened);

// The findings as the check tells them.
Diagnostics to_diagnostics(const IndexReport& report);

}  // namespace pyramid::ops
