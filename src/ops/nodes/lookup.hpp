// What the commands that look at single nodes share: which model is meant, and a node in one line.
#pragma once

#include "format/node.hpp"
#include "ops/nodes/working_set.hpp"
#include "plan/plan.hpp"
#include "pyramid/list.hpp"
#include "pyramid/summaries.hpp"

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace pyramid::ops {

// The base models, then by name every model that has a file or that an observation or a summary
// names.
std::vector<std::string> model_names(const WorkingSet& memory);
// The one that a person means: by name, else by title or alias, whatever the case. kNotFound with
// the nearest name.
Result<std::string> find_model(const WorkingSet& memory, const std::string& said);

// Prose without markup, on one line.
std::string one_line(std::string_view markdown);
std::string first_sentence(std::string_view markdown);

// Each reads the node's file for its text; one that cannot be read is told by its title, and named
// in the diagnostics.
ObservationLine observation_line(const WorkingSet& memory, const format::Node& node,
                                 Diagnostics& diagnostics);
SummaryLine summary_line(const WorkingSet& memory, const format::Node& node,
                         Diagnostics& diagnostics);

// Summaries that the next sync writes, removes or releases.
std::unordered_set<Ulid> out_of_date(const plan::Plan& plan);
// Tier from the top, newest first.
bool above(const SummaryLine& a, const SummaryLine& b);

}  // namespace pyramid::ops
