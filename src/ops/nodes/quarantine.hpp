// Observations that speak to the assistant are kept as data and kept out of use.
#pragma once

#include "format/conversation.hpp"
#include "format/node.hpp"
#include "pyramid/error.hpp"

#include <optional>
#include <span>
#include <string>

namespace pyramid::ops {

// Marks the drafts whose turn of `conversation` holds an instruction: what stands beside "ignore
// all previous instructions" is no more to be believed, and extraction may have reworded it.
void quarantine_by_turn(std::span<format::ObservationDraft> drafts,
                        const format::Conversation& conversation);

// Marks a draft whose text holds an instruction; the warning names a marked one.
std::optional<Diagnostic> quarantine(format::ObservationDraft& draft, const std::string& path);

// What `check` says of an observation: that it is in quarantine, or should be looked at.
std::optional<Diagnostic> quarantine_problem(const format::Document& document,
                                             const format::Node& node);

}  // namespace pyramid::ops
