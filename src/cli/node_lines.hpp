// How lists tell their entries, and how many more there are, on lines of a terminal.
#pragma once

#include "cli/commands.hpp"
#include "pyramid/list.hpp"
#include "pyramid/summaries.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace pyramid::cli {

// "[d4rj2m] 2026-05-12T10:03:00Z (7) [user] User relocated to Austin.  (superseded)"
std::string line_of(const Terminal& terminal, const ObservationLine& observation);
// "[3t23hj] tier 0  2026-05-02 to 2026-05-12  (10)  user  In early May …  (out of date)"
std::string line_of(const Terminal& terminal, const SummaryLine& summary);

// Below a list that is not all: "20 of 63 facts; --limit N shows more."
void print_rest(const Context& context, std::size_t shown, std::size_t total,
                std::string_view noun);

}  // namespace pyramid::cli
