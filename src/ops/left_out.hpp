// Files that can be read and that a sync makes nothing of.
#pragma once

#include "ops/working_set.hpp"
#include "pyramid/error.hpp"
#include "pyramid/result.hpp"

#include <string>
#include <string_view>

namespace pyramid::ops {

// Those of two files with one id that do not count, copies of MEMORY.md, and summaries of a policy
// that this program does not know.
Result<Diagnostics> left_out(WorkingSet& memory, index::Index& index);

// What is said of each.
Diagnostic same_id(const std::string& path, std::string_view counting);
Diagnostic copy_of_home(const std::string& path);
Diagnostic unknown_policy(const std::string& path, std::string_view policy);

}  // namespace pyramid::ops
