// Observations that speak to the assistant are kept as data and kept out of use.
#pragma once

#include "format/node.hpp"
#include "pyramid/error.hpp"

#include <optional>
#include <string>

namespace pyramid::ops {

// Marks a draft whose text holds an instruction; the warning says so.
std::optional<Diagnostic> quarantine(format::ObservationDraft& draft, const std::string& path);

// What `check` says of an observation: that it is in quarantine, or should be looked at.
std::optional<Diagnostic> quarantine_problem(const format::Document& document,
                                             const format::Node& node);

}  // namespace pyramid::ops
