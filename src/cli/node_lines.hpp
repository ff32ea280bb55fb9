// How one observation and one summary are told on a line of a terminal.
#pragma once

#include "cli/terminal.hpp"
#include "pyramid/list.hpp"
#include "pyramid/summaries.hpp"

#include <string>

namespace pyramid::cli {

// "[d4rj2m] 2026-05-12T10:03:00Z (7) [user] User relocated to Austin.  (superseded)"
std::string line_of(const Terminal& terminal, const ObservationLine& observation);
// "[3t23hj] tier 0  2026-05-02 to 2026-05-12  (10)  user  In early May …  (out of date)"
std::string line_of(const Terminal& terminal, const SummaryLine& summary);

}  // namespace pyramid::cli
