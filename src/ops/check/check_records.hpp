// Records held against the texts that they are of (format/home_records.hpp).
#pragma once

#include "format/why_page.hpp"
#include "ops/run/run.hpp"
#include "pyramid/error.hpp"
#include "pyramid/result.hpp"

#include <string>
#include <string_view>

namespace pyramid::ops {

// Texts of a home of which nothing says what they were made from, and places of its page that tell
// of none. Nothing of a file that is no home, or that an earlier version wrote.
Diagnostics record_problems(std::string_view bytes, const std::string& path,
                            const format::ReadPage& read);

// Pages that list other sources than a text was made from. As long as no sync has put them right.
Result<Diagnostics> source_problems(const Run& run);

}  // namespace pyramid::ops
