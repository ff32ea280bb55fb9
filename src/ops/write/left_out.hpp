// Files that can be read and that a sync makes nothing of.
#pragma once

#include "ops/nodes/working_set.hpp"
#include "ops/run/opened.hpp"
#include "plan/plan.hpp"
#include "pyramid/error.hpp"
#include "pyramid/result.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pyramid::ops {

// A file of which there are two: what another program made of what two machines changed, or what is
// left of a node that another machine moved; and the file that it is of.
struct WaitingCopy {
  std::string path, original;
};
// What the next sync merges the file into, if it is such a copy.
Result<std::optional<WaitingCopy>> as_waiting_copy(index::Index& index, const std::string& path);
// Those that the next sync merges. Takes a look at all files that the index knows.
Result<std::vector<WaitingCopy>> waiting_copies(const WorkingSet& memory, const Opened& opened);

// Those of two files with one id that do not count, but for `waiting` ones; copies of MEMORY.md;
// and summaries of a policy that this program does not know.
Result<Diagnostics> left_out(WorkingSet& memory, index::Index& index,
                             std::span<const WaitingCopy> waiting);

// What a summary lists as sources and cannot be made from, though it is there. Not a file that is
// gone or cannot be read: others name these. `summary` with its sources.
Diagnostics sources_left_out(const WorkingSet& memory, const index::RefreshReport& scan,
                             const format::Node& summary);

// Of each task the sources that its file lists and another summary of its tier lists too, which
// keeps them: one line a task. As long as none of them is written.
Result<std::vector<Diagnostics>> held_elsewhere(WorkingSet& memory,
                                                std::span<const plan::SummaryTask> tasks);

// What the sections to be written take for of these days though its time is to come, as a slip of
// the pen has it: the first such, and how many others. A day ahead is another time zone's.
Diagnostics yet_to_come(const WorkingSet& memory, const plan::Plan& plan, Time now);

// Homes that are longer than the settings want because of what a person wrote there, which is never
// cut: a line each.
Result<Diagnostics> beyond_length(WorkingSet& memory);

// What is said of each.
Diagnostic same_id(const std::string& path, std::string_view counting);
Diagnostic note_of_same_id(const std::string& path, std::string_view other);
Diagnostic listed_twice(const std::string& path, const std::string& source,
                        const std::string& holder);
Diagnostic copy_of_home(const std::string& path);
Diagnostic waiting_copy(const WaitingCopy& copy);
Diagnostic unknown_policy(const std::string& path, std::string_view policy);

}  // namespace pyramid::ops
